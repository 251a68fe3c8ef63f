/** The trees that a playground comes with, by the names of their tasks. */
export const EXAMPLES = ["itinerary", "todo", "mealplan"] as const;
