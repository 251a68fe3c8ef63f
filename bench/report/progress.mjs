/** One line on standard error, so that standard output holds the tables alone. */
export const progress = (text) => process.stderr.write(`${text}\n`);
