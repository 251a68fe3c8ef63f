/** A page that was opened from a file may not have a clipboard: then a selection is copied. */
export function copyText(text: string): void {
  const fallBack = (): void => {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "visually-hidden";
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  };
  if (navigator.clipboard === undefined) fallBack();
  else navigator.clipboard.writeText(text).catch(fallBack);
}

/** A download of a text under a name. */
export function save(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
