/** Languages with the codes that name them, too; those of Snowball, and those that are written without endings or spaces. */
const CODES = {
  english: "en",
  arabic: "ar",
  armenian: "hy",
  basque: "eu",
  catalan: "ca",
  chinese: "zh",
  czech: "cs",
  danish: "da",
  dutch: "nl",
  finnish: "fi",
  french: "fr",
  german: "de",
  hungarian: "hu",
  irish: "ga",
  italian: "it",
  japanese: "ja",
  korean: "ko",
  norwegian: "no nb nn",
  portuguese: "pt",
  romanian: "ro",
  russian: "ru",
  slovene: "sl",
  spanish: "es",
  swedish: "sv",
  tamil: "ta",
  turkish: "tr",
} as const;

export type LanguageName = keyof typeof CODES;

export const LANGUAGE_NAMES = Object.keys(CODES) as readonly LanguageName[];

/**
 * The language of a name, "German", or of a code, "de" or "de-CH"; null for an unsupported one.
 *
 * @example languageNamed("pt-BR") // "portuguese"
 */
export function languageNamed(text: string): LanguageName | null {
  const name = text.trim().toLowerCase();
  const code = name.split(/[-_]/, 1)[0]!;
  return LANGUAGE_NAMES.find((one) => one === name || CODES[one].split(" ").includes(code)) ?? null;
}

/** The code of each language, that which people write, in the order of the names. */
export const LANGUAGE_CODES: readonly string[] = LANGUAGE_NAMES.map((name) => CODES[name].split(" ")[0]!);

/** Regular expression of a code with its country or script: those that `languageNamed` reads. */
export const LANGUAGE_TAG = `^(?:${Object.values(CODES).join(" ").replaceAll(" ", "|")})(?:[-_].*)?$`;

/** The languages for a message: "arabic (ar), …". */
export const languageList = (): string => LANGUAGE_NAMES.map((name, i) => `${name} (${LANGUAGE_CODES[i]})`).join(", ");
