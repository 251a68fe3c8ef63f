import type { Studio } from "@semantic-xpath/studio";
import { type HTMLElement as DomElement, Window } from "happy-dom";
import { options } from "preact";
import { vi } from "vitest";
import type { StudioPageProps } from "../../../../packages/studio/src/page/StudioPage.js";

/** Height and width of every element: nothing is laid out, and lists that draw what is seen draw something. */
const SIZE = { width: 1200, height: 700 };

interface Opening extends Pick<StudioPageProps, "begin"> {
  /** Queries may stay without an answer. */
  readonly isOpen?: boolean;
}

/**
 * The page in this process, without a browser: a person presses buttons by their labels and reads lines. Nothing is laid out, so that what a style hides is there.
 * Until `close` the globals of a browser are there.
 */
export async function openInProcess(studio: Studio, { begin, isOpen = false }: Opening = {}) {
  const window = new Window({ url: "http://localhost/", width: SIZE.width, height: SIZE.height });
  const own = new Set(Object.getOwnPropertyNames(globalThis));
  for (const name of Object.getOwnPropertyNames(window))
    if (!own.has(name) || name === "Event") vi.stubGlobal(name, window[name as keyof typeof window]);
  vi.stubGlobal("window", window);
  const wait = setTimeout;
  // What waits for a person is done at once, and what goes away after seconds stays.
  vi.stubGlobal("setTimeout", (then: () => void, milliseconds = 0) => wait(milliseconds < 1000 ? then : () => {}, 0));
  vi.stubGlobal("requestAnimationFrame", (then: () => void) => setImmediate(then));
  vi.stubGlobal("cancelAnimationFrame", clearImmediate);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  for (const [name, value] of Object.entries({
    ...{ clientHeight: SIZE.height, offsetHeight: SIZE.height, clientWidth: SIZE.width, offsetWidth: SIZE.width },
  }))
    Object.defineProperty(window.HTMLElement.prototype, name, { configurable: true, get: () => value });
  window.HTMLElement.prototype.scrollIntoView = () => {};
  const { requestAnimationFrame: before } = options as { requestAnimationFrame?: unknown };
  Object.assign(options, { requestAnimationFrame: (then: () => void) => setImmediate(then) });
  const { mountStudio } = await import("../../../../packages/studio/src/page/StudioPage.js");

  let pending = 0;
  const asked: string[] = [];
  const counted: Studio = {
    ask: (method, params, signal) => {
      asked.push(method);
      if (isOpen && method === "run") return studio.ask(method, params, signal);
      pending++;
      return studio.ask(method, params, signal).finally(() => pending--);
    },
    listen: (listener) => studio.listen(listener),
  };
  const root = window.document.createElement("div");
  window.document.body.append(root);
  type Told = Parameters<NonNullable<StudioPageProps["onShown"]>>[0];
  const told: Told[] = [];
  const unmount = mountStudio(root as unknown as HTMLElement, {
    studio: counted,
    onShown: (shown) => told.push(shown),
    ...(begin && { begin }),
  });

  /** Until nothing is asked and nothing changes. */
  const still = async (): Promise<void> => {
    for (let quiet = 0; quiet < 4; quiet++) {
      const html = root.innerHTML;
      for (let i = 0; i < 8; i++) await new Promise((done) => setImmediate(done));
      await new Promise((done) => wait(done, 3));
      if (pending > 0 || root.innerHTML !== html || /Loading /.test(root.textContent ?? "")) quiet = -1;
    }
  };
  const elements = (): DomElement[] => [...root.querySelectorAll("*")] as unknown as DomElement[];
  const found = (name: string, nth = 0): DomElement => {
    const all = elements().filter((element) => CONTROLS.test(kindOf(element)) && nameOf(element).trim() === name);
    const element = all.at(nth);
    if (element === undefined)
      throw new Error(
        `There is no "${name}" among: ${elements()
          .filter((one) => CONTROLS.test(kindOf(one)))
          .map(nameOf)
          .join(" · ")}`,
      );
    return element;
  };
  /** A field, or a list that takes keys. */
  const field = (name: string): DomElement => {
    const all = elements().filter((element) => FIELDS.test(kindOf(element)) && nameOf(element).trim() === name);
    if (all[0] === undefined) throw new Error(`There is no field "${name}"`);
    return all[0];
  };
  const event = (type: string, more: object = {}) =>
    Object.assign(new window.Event(type, { bubbles: true, cancelable: true }), more);
  return {
    root,
    asked,
    /** What the page told of what it shows, the newest last. */
    told,
    still,
    /** What has the keyboard. */
    active: () => window.document.activeElement as unknown as DomElement,
    /** A key where the keyboard is. */
    async hit(key: string, more: object = {}): Promise<void> {
      const at = window.document.activeElement ?? window.document.body;
      const none = { code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
      at.dispatchEvent(event("keydown", { key, ...none, ...more }) as never);
      await still();
    },
    lines: () => linesOf(root as unknown as DomElement),
    async press(name: string, nth = 0): Promise<void> {
      const element = found(name, nth);
      if (element.hasAttribute("disabled")) throw new Error(`"${name}" is disabled`);
      element.click();
      await still();
    },
    async write(name: string, text: string): Promise<void> {
      const written = field(name) as unknown as { value: string; focus(): void; dispatchEvent(event: unknown): void };
      written.focus();
      written.value = text;
      written.dispatchEvent(event("input"));
      await still();
    },
    async choose(name: string, value: string): Promise<void> {
      const chosen = field(name) as unknown as { value: string; dispatchEvent(event: unknown): void };
      chosen.value = value;
      chosen.dispatchEvent(event("change"));
      await still();
    },
    async key(name: string, key: string, more: object = {}): Promise<void> {
      field(name).dispatchEvent(
        event("keydown", { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }) as never,
      );
      await still();
    },
    async close(): Promise<void> {
      unmount();
      await still();
      Object.assign(options, { requestAnimationFrame: before });
      vi.unstubAllGlobals();
      await window.happyDOM.close();
    },
  };
}

/** What can be pressed, chosen or written in. */
const CONTROLS =
  /^(?:button|a|input|textarea|select|summary|option|tab|treeitem|row|listbox|tree|grid|slider|menuitem|label)$/;
const FIELDS = /^(?:input|textarea|select|listbox|tree|grid|slider|treegrid|searchbox)$/;
const HIDDEN = /^(?:script|style|template|svg)$/;
const BLOCKS =
  /^(?:div|p|section|article|li|ul|ol|tr|table|h\d|header|footer|main|nav|form|details|summary|pre|dl|dt|dd|fieldset|dialog|option|select|textarea|button|input|tab|treeitem|row)$/;

const kindOf = (element: DomElement): string => element.getAttribute("role") ?? element.tagName.toLowerCase();

/** The name of an element as a screen reader says it. */
function nameOf(element: DomElement): string {
  const label = element.getAttribute("aria-label");
  if (label !== null) return label;
  if (element.id !== "") {
    const named = element.ownerDocument.querySelector(`label[for="${element.id}"]`);
    if (named !== null) return textOf(named as unknown as DomElement);
  }
  const around = element.closest("label");
  if (around !== null && around !== (element as unknown))
    return textOf(around as unknown as DomElement).replace(/\s+/g, " ");
  return textOf(element).trim() || (element.getAttribute("title") ?? "");
}

const textOf = (element: DomElement): string =>
  [...element.childNodes]
    .map((child) =>
      child.nodeType === 3
        ? child.textContent
        : child.nodeType === 1 && !isHidden(child as unknown as DomElement)
          ? textOf(child as unknown as DomElement)
          : "",
    )
    .join("")
    .replace(/\s+/g, " ");

const isHidden = (element: DomElement): boolean =>
  HIDDEN.test(element.tagName.toLowerCase()) ||
  element.hasAttribute("hidden") ||
  element.getAttribute("aria-hidden") === "true";

/** What is there to read, a line for each block, with the states of what can be pressed. */
function linesOf(root: DomElement): string[] {
  const lines: string[] = [];
  let line = "";
  const end = (): void => {
    if (line.trim() !== "") lines.push(line.replace(/\s+/g, " ").trim());
    line = "";
  };
  const walk = (element: DomElement): void => {
    if (isHidden(element)) return;
    const kind = kindOf(element);
    const isBlock = BLOCKS.test(kind) || BLOCKS.test(element.tagName.toLowerCase());
    if (isBlock) end();
    const states = STATES.flatMap((state) => {
      const value = element.getAttribute(state);
      return value === null || value === "false"
        ? []
        : [value === "true" || value === "" ? state.replace("aria-", "") : `${state.replace("aria-", "")} ${value}`];
    });
    const label = element.getAttribute("aria-label");
    if (/^(?:input|textarea|select)$/.test(element.tagName.toLowerCase())) {
      const { value, checked, type } = element as unknown as { value: string; checked: boolean; type: string };
      line += `${kind} ${nameOf(element)}: ${type === "checkbox" ? checked : JSON.stringify(value)}`;
    } else if (CONTROLS.test(kind) || label !== null) line += `${kind}${label === null ? "" : ` "${label}"`} `;
    if (states.length > 0) line += `(${states.join(", ")}) `;
    const isClosed = element.tagName === "DETAILS" && !element.hasAttribute("open");
    if (!/^(?:TEXTAREA|SELECT)$/.test(element.tagName))
      for (const child of element.childNodes) {
        if (child.nodeType === 3) line += child.textContent;
        else if (child.nodeType === 1 && (!isClosed || (child as unknown as DomElement).tagName === "SUMMARY"))
          walk(child as unknown as DomElement);
      }
    if (isBlock) end();
    else if (/^(?:span|b|code|kbd|td|th)$/.test(element.tagName.toLowerCase())) line += " ";
  };
  walk(root);
  end();
  // Times differ from run to run, and with them what is drawn of them.
  return lines
    .map((one) => one.replace(/\d+([.,]\d+)?\s?(?:ms|µs)\b(?: · .*%)?/g, "… ms"))
    .filter((one) => !/^(?:button ".*… ms|outside: |Time … ms)/.test(one));
}

const STATES = [
  ...["disabled", "aria-disabled", "aria-selected", "aria-expanded", "aria-pressed", "aria-checked", "aria-current"],
  ...["aria-valuetext", "aria-activedescendant", "aria-busy", "open"],
];
