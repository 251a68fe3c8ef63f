import { Button } from "../parts/Button.js";
import { Notice } from "../parts/Notice.js";
import { useRun } from "../run.js";

interface ElsewhereProps {
  readonly path: string;
  readonly question: "why" | "why-not";
  /** What is not here: `why it is in the result`. */
  readonly what: string;
  /** Why not, where no command is known. */
  readonly message: string;
}

/** An answer that is not here: the command that gives it, where one is known. */
export function Elsewhere({ path, question, what, message }: ElsewhereProps) {
  const { host } = useRun();
  const command = host.elsewhere(path, question);
  if (command === null) return <Notice kind="info">{message}</Notice>;
  return (
    <Notice kind="info">
      <p>This page does not say {what}. This command does:</p>
      <pre class="command">{command}</pre>
      <Button label="Copy command" onPress={() => host.copy(command, "the command")} />
    </Notice>
  );
}
