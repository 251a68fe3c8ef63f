import { DAY, HOUR, MINUTE, SECOND } from "./calendar.js";
import type { DurationValue, IntervalValue, Item, MeasureValue, MoneyValue } from "./item.js";
import { declaredUnit, fromBase } from "./units.js";

/**
 * An item as text that reads as it again: "CAD 38", "1 h 20 min", "2026-03-14", "2026-03-14T09:00:00+02:00", "09:00", "12 km",
 * "09:00 to 10:30". Numbers as XPath names those that are not finite: INF, -INF, NaN.
 */
export function formatItem(item: Item): string {
  if (typeof item === "number")
    return Number.isFinite(item) || Number.isNaN(item) ? String(item) : item > 0 ? "INF" : "-INF";
  if (typeof item !== "object") return String(item);
  switch (item.kind) {
    case "date":
      return dayText(item.ms);
    case "dateTime":
      return dateTimeText(item.ms, item.zone);
    case "time":
      return timeText(item.ms, item.zone);
    case "duration":
      return durationText(item);
    case "money":
      return moneyText(item);
    case "quantity":
      return measureText(item);
    case "interval":
      return intervalText(item);
  }
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function dateTimeText(ms: number, zone: number | null): string {
  const local = new Date(ms + (zone ?? 0) * MINUTE)
    .toISOString()
    .replace("Z", "")
    .replace(/\.000$/, "");
  return local + zoneText(zone);
}

function timeText(ms: number, zone: number | null): string {
  const local = (((ms + (zone ?? 0) * MINUTE) % DAY) + DAY) % DAY;
  const text = new Date(local)
    .toISOString()
    .slice(11, 23)
    .replace(/\.000$/, "");
  // A zone to the west needs the seconds before it: "09:00-10:30" are two times.
  return (local % MINUTE === 0 && (zone ?? 0) >= 0 ? text.slice(0, 5) : text) + zoneText(zone);
}

function zoneText(zone: number | null): string {
  if (zone === null) return "";
  if (zone === 0) return "Z";
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${zone < 0 ? "-" : "+"}${two(Math.floor(Math.abs(zone) / 60))}:${two(Math.abs(zone) % 60)}`;
}

const DAY_PARTS = [
  [DAY, "day"],
  [HOUR, "h"],
  [MINUTE, "min"],
] as const;

function durationText({ months, ms }: DurationValue): string {
  const parts: string[] = [];
  const say = (count: number, unit: string): void => {
    if (count !== 0) parts.push(`${count} ${unit}${unit.length > 3 || unit === "day" ? (count === 1 ? "" : "s") : ""}`);
  };
  say(Math.trunc(Math.abs(months) / 12), "year");
  say(Math.abs(months) % 12, "month");
  let remaining = Math.abs(ms);
  for (const [size, unit] of DAY_PARTS) {
    say(Math.floor(remaining / size), unit);
    remaining %= size;
  }
  say(Number((remaining / SECOND).toPrecision(15)), "s");
  if (parts.length === 0) return "0 s";
  return `${months < 0 || ms < 0 ? "-" : ""}${parts.join(" ")}`;
}

function moneyText({ amount, currency }: MoneyValue): string {
  const digits = Math.abs(amount);
  const text = Number.isInteger(amount) || Number(digits.toFixed(2)) !== digits ? String(digits) : digits.toFixed(2);
  return `${amount < 0 ? "-" : ""}${currency === "$" ? "$" : `${currency} `}${text}`;
}

const measureText = ({ base, unit }: MeasureValue): string => `${fromBase(base, declaredUnit(unit)!)} ${unit}`;

function intervalText({ of, start, end, zone }: IntervalValue): string {
  const text = (at: number): string =>
    of === "number"
      ? String(at)
      : of === "date"
        ? dayText(at)
        : of === "time"
          ? timeText(at, zone)
          : dateTimeText(at, zone);
  return `${text(start)} to ${text(end)}`;
}
