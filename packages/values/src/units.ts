import { DAY, HOUR, MINUTE, SECOND } from "./calendar.js";

/** A unit: its size in the base unit of its dimension, counted from `offset`. */
export interface Unit {
  readonly symbol: string;
  readonly dimension: string;
  readonly factor: number;
  readonly offset: number;
}

/**
 * The units of each dimension: factor to the base unit, and names, of which the first is the symbol. American measures where a name
 * has several (gallon, pint, cup). Labels of food say calories and mean kilocalories.
 */
const DIMENSIONS: Readonly<Record<string, string>> = {
  length: `1 m metre meter; 1000 km kilometre kilometer; 0.01 cm centimetre centimeter; 0.001 mm millimetre millimeter;
    1e-6 µm um micrometre micrometer; 1e-9 nm nanometre nanometer; 1609.344 mi mile; 0.9144 yd yard; 0.3048 ft foot feet;
    0.0254 in inch inches; 1852 nmi`,
  area: "1 m² m2 sqm; 1e6 km² km2; 1e-4 cm² cm2; 1e4 ha hectare; 4046.8564224 acre; 0.09290304 ft² ft2 sqft",
  volume: `0.001 l L litre liter; 1e-6 ml millilitre milliliter; 1e-5 cl centilitre centiliter; 1e-4 dl decilitre deciliter; 1 m³ m3;
    1e-6 cm³ cm3; 0.003785411784 gal gallon; 0.000946352946 qt quart; 0.000473176473 pt pint; 0.0002365882365 cup;
    2.95735295625e-5 floz; 1.478676478125e-5 tbsp tablespoon; 4.92892159375e-6 tsp teaspoon`,
  mass: `1 kg kilo kilogram kilogramme; 0.001 g gram gramme; 1e-6 mg milligram; 1e-9 µg ug microgram; 1000 t tonne;
    0.45359237 lb pound; 0.028349523125 oz ounce; 6.35029318 stone`,
  energy: `1 J joule; 0.001 mJ millijoule; 1000 kJ kilojoule; 1e6 MJ megajoule; 4184 kcal Cal kilocalorie calorie; 3600 Wh; 3.6e6 kWh;
    3.6e9 MWh`,
  power: "1 W watt; 0.001 mW milliwatt; 1000 kW kilowatt; 1e6 MW megawatt",
  temperature: "1 K kelvin; 1 °C C celsius; 0.5555555555555556 °F F fahrenheit",
  speed: "1 m/s mps; 0.2777777777777778 km/h kmh kph; 0.44704 mph; 0.5144444444444445 kn knot",
  data: `1 B byte; 0.125 bit; 125 kbit; 125000 Mbit Mb; 1.25e8 Gbit Gb; 1e3 kB kilobyte; 1e6 MB megabyte; 1e9 GB gigabyte;
    1e12 TB terabyte; 1e15 PB petabyte; 1024 KiB; 1048576 MiB; 1073741824 GiB; 1099511627776 TiB`,
  ratio: "0.01 % percent pct; 0.001 ‰ permille",
  count: "1 item; 1 piece pc pcs; 1 unit; 12 dozen",
};
/** The start of a scale of temperature, in kelvin. */
const OFFSETS: ReadonlyMap<string, number> = new Map([
  ["°C", 273.15],
  ["°F", 459.67 * (5 / 9)],
]);

const UNITS = new Map<string, Unit>();
for (const [dimension, units] of Object.entries(DIMENSIONS)) {
  for (const row of units.split(/;\s+/)) {
    const [factor, symbol, ...names] = row.split(" ") as [string, string, ...string[]];
    const unit = { symbol, dimension, factor: Number(factor), offset: OFFSETS.get(symbol) ?? 0 };
    for (const name of [symbol, ...names]) UNITS.set(name, unit);
  }
}
/** Capitals matter to single letters alone: "5 M" is not a length. */
for (const [name, unit] of [...UNITS]) {
  const lower = name.toLowerCase();
  if (name.length > 1 && !UNITS.has(lower)) UNITS.set(lower, unit);
}

/** A unit of time: its size in milliseconds, or months. */
export interface TimeUnit {
  readonly size: number;
  readonly of: "ms" | "months";
}

const TIME_UNITS = new Map<string, TimeUnit>();
for (const [names, size, of] of [
  ["ms msec millisecond milliseconds", 1, "ms"],
  ["s sec secs second seconds", SECOND, "ms"],
  ["min mins minute minutes", MINUTE, "ms"],
  ["h hr hrs hour hours", HOUR, "ms"],
  ["d day days", DAY, "ms"],
  ["w wk wks week weeks", 7 * DAY, "ms"],
  ["mo mos month months", 1, "months"],
  ["y yr yrs year years", 12, "months"],
] as const) {
  for (const name of names.split(" ")) TIME_UNITS.set(name, { size, of });
}

/** The unit of time of a name; null for other names. */
export const timeUnitOf = (name: string): TimeUnit | null => TIME_UNITS.get(name.toLowerCase()) ?? null;

/** The unit of a name as data writes it, "km", "Kilometres", "degrees C"; null for an unknown one. Time is not measured in these. */
export function unitOf(name: string): Unit | null {
  const unit = UNITS.get(name);
  if (unit !== undefined) return unit;
  const short = name.replace(/^(?:degrees?|deg|°)\s?(?=[A-Za-z])/i, "°").replaceAll(" ", "");
  return namedUnit(short) ?? (short[0] === "°" ? namedUnit(short.slice(1)) : null);
}

/** A single letter has no plural: "ms" is not a length. */
function namedUnit(name: string): Unit | null {
  const lower = name.length > 1 ? name.toLowerCase() : name;
  return UNITS.get(name) ?? UNITS.get(lower) ?? UNITS.get(lower.replace(/(?<=..)s\.?$|\.$/, "")) ?? null;
}

const OWN_UNIT = /^\p{L}[\p{L} _-]{0,40}$/u;

/** A unit that only a schema declares, "servings": a dimension of its own, with or without its "s". */
export function declaredUnit(name: string): Unit | null {
  const unit = unitOf(name);
  if (unit !== null || !OWN_UNIT.test(name)) return unit;
  return { symbol: name, dimension: singular(name), factor: 1, offset: 0 };
}

export const singular = (name: string): string => name.toLowerCase().replace(/s$/, "");

/** Fifteen digits: what conversion loses beyond them is not to tell 1.1 km from 1100 m. */
export const rounded = (value: number): number => (Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));

export const toBase = (value: number, { factor, offset }: Unit): number =>
  factor === 1 && offset === 0 ? value : rounded(value * factor + offset);

/** Degrees have three digits less: the offset took their place. */
export const fromBase = (base: number, { factor, offset }: Unit): number => {
  if (offset !== 0) return Number(((base - offset) / factor).toFixed(10)) + 0;
  return factor === 1 ? base : rounded(base / factor);
};
