/** A path that may be broken behind its slashes, and shows its end where there is no room. */
export function PathText({ path }: { readonly path: string }) {
  const steps = path.split(/(?<=\/)/);
  return (
    <code class="path" title={path}>
      <bdi dir="ltr">
        {steps.map((step, i) => (
          <span key={i} class={i === steps.length - 1 ? "path-last" : undefined}>
            {step}
            <wbr />
          </span>
        ))}
      </bdi>
    </code>
  );
}
