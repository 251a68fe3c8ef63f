import { SCORER_FORMS } from "@semantic-xpath/scorers/kinds";

/** The forms of a scorer as `--scorer` takes them: here a model may have a name. */
export const SCORERS = SCORER_FORMS.map(({ name, form }) => ({ name, form: form.replace("FOLDER", "MODEL") }));
