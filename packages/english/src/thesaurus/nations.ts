/** Adjectives of nations and the names of their countries, ";" between nations and "/" between several names. A phrase has hyphens for its spaces. */
const LINES = `
albanian albania; american usa/united-states/us/america; argentine argentina; argentinian argentina; australian australia; austrian austria;
belgian belgium; brazilian brazil; british uk/united-kingdom/great-britain/britain; bulgarian bulgaria; canadian canada; chilean chile;
chinese china; colombian colombia; croatian croatia; cuban cuba; cypriot cyprus; czech czechia/czech-republic; danish denmark;
dutch netherlands/holland; egyptian egypt; english england/uk; estonian estonia; ethiopian ethiopia; finnish finland; french france;
georgian georgia; german germany; ghanaian ghana; greek greece; hungarian hungary; icelandic iceland; indian india; indonesian indonesia;
iranian iran; iraqi iraq; irish ireland; israeli israel; italian italy; jamaican jamaica; japanese japan; jordanian jordan; kenyan kenya;
korean korea/south-korea; latvian latvia; lebanese lebanon; lithuanian lithuania; luxembourgish luxembourg; malaysian malaysia;
maltese malta; mexican mexico; moroccan morocco; nepalese nepal; nigerian nigeria; norwegian norway; pakistani pakistan; peruvian peru;
philippine philippines; filipino philippines; polish poland; portuguese portugal; romanian romania; russian russia; scottish scotland;
serbian serbia; singaporean singapore; slovak slovakia; slovenian slovenia; spanish spain; swedish sweden; swiss switzerland;
syrian syria; taiwanese taiwan; thai thailand; tunisian tunisia; turkish turkey/türkiye; ukrainian ukraine; uruguayan uruguay;
venezuelan venezuela; vietnamese vietnam; welsh wales
`;

/** The names of the country of an adjective in lower case, "german"; none of another word. */
export const countriesOf = (adjective: string): readonly string[] => COUNTRIES.get(adjective) ?? [];

const COUNTRIES: ReadonlyMap<string, readonly string[]> = new Map(
  LINES.trim()
    .split(/;\s+/)
    .map((line) => {
      const [adjective, names] = line.split(" ") as [string, string];
      return [adjective, names.split("/").map((name) => name.replaceAll("-", " "))];
    }),
);
