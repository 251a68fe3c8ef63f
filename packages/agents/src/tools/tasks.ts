import { z } from "zod";
import { TASK } from "./shared.js";
import { tool } from "./tool.js";

export const tasks = tool({
  name: "tasks",
  title: "List tasks, or switch",
  description: "Lists tasks with their branches and newest versions. A given task becomes the current one.",
  does: "read",
  input: z.object(TASK),
  output: z.object({
    task: z.string().optional().describe("the task for calls without one"),
    tasks: z.array(z.looseObject({ name: z.string() })),
  }),
  run(session, input) {
    if (input.task !== undefined) session.switchTo(input.task);
    const all = session.scope.tasks();
    const tasks = all.map(({ title, description, ...rest }) => ({
      ...rest,
      title: title ?? undefined,
      description: description ?? undefined,
    }));
    return { task: all.length > 0 ? session.taskNamed(undefined) : undefined, tasks };
  },
});
