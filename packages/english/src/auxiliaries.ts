/** Forms of the verbs that help others, and the verbs that have no other forms. */

const words = (text: string): readonly string[] => text.split(" ");

export const FORMS_OF_BE: ReadonlySet<string> = new Set(words("am is are was were be been being"));
export const FORMS_OF_DO: ReadonlySet<string> = new Set(words("do does did"));
export const FORMS_OF_HAVE: ReadonlySet<string> = new Set(words("have has had"));
export const MODALS: ReadonlySet<string> = new Set(words("can could will would shall should may might must"));
export const AUXILIARIES: ReadonlySet<string> = new Set([...FORMS_OF_BE, ...FORMS_OF_DO, ...FORMS_OF_HAVE, ...MODALS]);
