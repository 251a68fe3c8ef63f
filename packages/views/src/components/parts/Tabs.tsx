interface TabsProps<K extends string> {
  readonly name: string;
  readonly tabs: readonly { readonly key: K; readonly label: string; readonly count?: string | undefined }[];
  readonly chosen: K;
  readonly onChoose: (key: K) => void;
}

/** A list of tabs as the ARIA pattern has it: one stop for Tab, arrows and Home and End inside. */
export function Tabs<K extends string>({ name, tabs, chosen, onChoose }: TabsProps<K>) {
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ key }) => key === chosen);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
    const tab = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (tab === undefined) return;
    event.preventDefault();
    onChoose(tab.key);
    document.getElementById(`tab-${tab.key}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={name} onKeyDown={move}>
      {tabs.map(({ key, label, count }) => (
        <button
          key={key}
          id={`tab-${key}`}
          type="button"
          role="tab"
          aria-selected={key === chosen}
          aria-controls={`panel-${key}`}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {label} {count !== undefined && <span class="tab-count">{count}</span>}
        </button>
      ))}
    </div>
  );
}
