/** Written by "sxp codegen" from todo.sxp: change that file and write this one again. */

import { type AttributeMatch, type NodeMatch, type TypedMatches, type TypedQuery, defineQueries } from "@semantic-xpath/runtime";

/** The whole list. */
export interface TodoList {
  readonly type: "TodoList";
  readonly attributes: {
    /** Name of the list. */
    readonly title: string;
    /** Whose list it is. */
    readonly owner: string;
    /** Date of the last change. A date, such as "2026-03-14". */
    readonly updated: string;
  };
  readonly children?: readonly (Category)[];
}

/** A part of life. */
export interface Category {
  readonly type: "Category";
  readonly attributes: {
    /** Name of the category. */
    readonly name: string;
  };
  readonly children?: readonly (Project)[];
}

/** Tasks that serve one goal. */
export interface Project {
  readonly type: "Project";
  readonly attributes: {
    /** Name of the project. */
    readonly name: string;
    /** What is true when the project is finished. */
    readonly goal: string;
  };
  readonly children?: readonly (Task)[];
}

/** One thing to do. */
export interface Task {
  readonly type: "Task";
  readonly attributes: {
    /** Identifier, unique in the list. */
    readonly id: string;
    /** The task in a few words. */
    readonly title: string;
    /** How far the task is. */
    readonly status: "Todo" | "InProgress" | "Blocked" | "Done";
    /** 1 is the most urgent, 5 the least. */
    readonly priority: "1" | "2" | "3" | "4" | "5";
    /** Last day on which it is useful to finish. A date, such as "2026-03-14". */
    readonly deadline: string;
    /** Hours of work, estimated. */
    readonly effort: `${number}`;
    /** Who or what holds up a blocked task. */
    readonly waiting_for?: string;
    /** Whether the task comes back. */
    readonly recurring?: "true" | "false" | "1" | "0";
    /** The task in full sentences. */
    readonly description: string;
  };
}

/** The root of a tree. A to-do list: categories, the projects in them, and the tasks of each project. */
export type Root = TodoList;

export type AnyNode = TodoList | Category | Project | Task;

/** Every node type by its name. */
export interface NodesByType {
  readonly TodoList: TodoList;
  readonly Category: Category;
  readonly Project: Project;
  readonly Task: Task;
}

const queries = defineQueries("(: Questions to a to-do list: categories, projects, tasks. The description of a task is a field element. :)\nimport schema \"todo.schema.json\";\nimport data \"todo.xml\";\n\n(: Which open tasks are past their deadline on the given day? :)\ndeclare query overdue($today as string) := //Task[@deadline < $today and @status != \"Done\"];\n\n(: Urgent repairs that are not finished, the most relevant first. :)\ndeclare query urgent_repairs() := //Task[@status != \"Done\"][description =~ \"urgent repair\"];\n\n(: The open tasks that matter most for the grant proposal, five at most. :)\ndeclare query grant_proposal_next() := (//Task[@status != \"Done\"][node =~ \"grant proposal\"])[1:5];\n\n(: Open tasks of the project that fits best: the weight of the project goes down to its tasks. :)\ndeclare query tasks_of_best_project($topic as string) :=\n  (//Project[node =~ $topic])[1]/Task[@status != \"Done\"];\n\n(: For whom or what does the list wait? A bare name is a field. :)\ndeclare query waiting_for_whom() := //Task[status = \"Blocked\"]/@waiting_for;\n\n(: Waiting for a place, a signature or an answer? :)\ndeclare query waiting_for_people() :=\n  //Task[status = \"Blocked\"][\n    max(description =~ \"signatures\", description =~ \"appointment\", description =~ \"email\")\n  ];\n\n(: One task by its identifier. :)\ndeclare query task_by_id($id as string) := //Task[@id = $id];\n\n(: The project to which a task belongs. :)\ndeclare query project_of($id as string) := //Task[@id = $id]/parent::Project;\n\n(: The $n nearest tasks before a task in its project: a reverse axis counts from the task outwards. :)\ndeclare query earlier_tasks($id as string, $n as number) :=\n  //Task[@id = $id]/preceding-sibling::Task[:$n];\n\n(: What is in progress anywhere after task t20? :)\ndeclare query in_progress_after_t20() :=\n  //Task[@id = \"t20\"]/following::Task[@status = \"InProgress\"];\n\n(: Quick wins: little effort, high priority, not done. :)\ndeclare query quick_wins() :=\n  //Task[@effort <= 1][@priority <= 2][@status = \"Todo\" or @status = \"InProgress\"];\n\n(: Which project has the most urgent task? :)\ndeclare query most_urgent_project() := //Project[max(/Task[@status != \"Done\"][node =~ \"urgent\"])];\n\n(: In which project are all blocked tasks about $what? The least relevant task decides. :)\ndeclare query waiting_throughout($what as string) :=\n  //Project[agg_min(/Task[@status = \"Blocked\"][description =~ $what])];\n\n(: The mean over the open tasks of a category, any depth below it. :)\ndeclare query category_for($topic as string) :=\n  //Category[agg_avg(//Task[@status != \"Done\"][content =~ $topic])];\n\n(: Appointments in every project of a category, and a doctor in at least one task: a product of two aggregates. :)\ndeclare query health_appointments() :=\n  //Category[\n    product(agg_gmean(/Project[node =~ \"appointment\"]), agg_max(//Task[node =~ \"doctor\"]))\n  ];\n\n(: The first task of each project, with every axis written out. :)\ndeclare query first_tasks() := /child::TodoList/descendant::Project/child::Task[1];\n\n(: The last two tasks of each project; the step \".\" stays at the project. :)\ndeclare query last_two_tasks() := //Project/./Task[-2:];\n\n(: What follows right after a finished task? :)\ndeclare query after_done() := //Task[@status = \"Done\"][@+1];\n\n(: Errands at a shop, in the category Errands only. :)\ndeclare query shop_errands() := /TodoList/Category[@name = \"Errands\"]//Task[. =~ \"shop market\"];\n\n(: Tasks that come back every year. :)\ndeclare query recurring_tasks() := //Task[@recurring = true];\n\n(: Tasks whose title and whose description fit, on average. :)\ndeclare query doctor_appointment() :=\n  //Task[avg(title =~ \"appointment\", description =~ \"doctor appointment\")];\n\n(: Projects with two blocked tasks or more, by name. :)\ndeclare query held_up_projects() := //Project[count(/Task[@status = \"Blocked\"]) >= 2]/@name;\n\n(: Projects in which something is blocked and nothing is in progress. :)\ndeclare query stalled_projects() :=\n  //Project[exists(/Task[@status = \"Blocked\"]) and not(exists(/Task[@status = \"InProgress\"]))];\n\n(: Anything in Family, at whatever level, about rain in the garden. :)\ndeclare query rain_in_family() :=\n  /TodoList/Category[@name = \"Family\"]/descendant-or-self::*[node =~ \"rain garden\"];\n\n(: The category Home by its own name, and what stands next to it. :)\ndeclare query around_home() :=\n  /TodoList/*[@name = \"Home\"]/self::Category\n  | /TodoList/Category[@name = \"Home\"][@+1]\n  | /TodoList/Category[@name = \"Home\"][@-1];\n\n(: Tasks whose title begins with \"Buy\" or \"Return\", or mentions a parcel. :)\ndeclare query buy_or_return() :=\n  //Task[starts-with(@title, \"Buy\") or starts-with(@title, \"Return\") or contains(@title, \"parcel\")];\n\n(: Urgent, but not waiting for anybody: a graded \"and not\". :)\ndeclare query urgent_and_free() :=\n  //Task[@status != \"Done\"][node =~ \"urgent\" and not(description =~ \"waiting\")];\n\n(: What is due in October, by title, in the order of the list. :)\ndeclare query october() := //Task[@deadline >= \"2026-10-01\" and @deadline <= \"2026-10-31\"]/@title;\n", "{\"version\":1,\"documentation\":\"A to-do list: categories, the projects in them, and the tasks of each project.\",\"roots\":[\"TodoList\"],\"types\":{\"TodoList\":{\"documentation\":\"The whole list.\",\"attributes\":{\"title\":{\"type\":\"string\",\"required\":true,\"documentation\":\"Name of the list.\"},\"owner\":{\"type\":\"string\",\"required\":true,\"documentation\":\"Whose list it is.\"},\"updated\":{\"type\":\"date\",\"required\":true,\"documentation\":\"Date of the last change.\"}},\"children\":{\"Category\":{\"min\":1}}},\"Category\":{\"documentation\":\"A part of life.\",\"attributes\":{\"name\":{\"type\":\"string\",\"required\":true,\"documentation\":\"Name of the category.\"}},\"children\":{\"Project\":{\"min\":1,\"max\":4}}},\"Project\":{\"documentation\":\"Tasks that serve one goal.\",\"attributes\":{\"name\":{\"type\":\"string\",\"required\":true,\"documentation\":\"Name of the project.\"},\"goal\":{\"type\":\"string\",\"required\":true,\"documentation\":\"What is true when the project is finished.\"}},\"children\":{\"Task\":{\"min\":1,\"max\":6}}},\"Task\":{\"documentation\":\"One thing to do.\",\"aliases\":[\"to-do\",\"item\"],\"attributes\":{\"id\":{\"type\":\"string\",\"required\":true,\"documentation\":\"Identifier, unique in the list.\"},\"title\":{\"type\":\"string\",\"required\":true,\"documentation\":\"The task in a few words.\"},\"status\":{\"type\":\"string\",\"required\":true,\"values\":[\"Todo\",\"InProgress\",\"Blocked\",\"Done\"],\"documentation\":\"How far the task is.\"},\"priority\":{\"type\":\"number\",\"required\":true,\"values\":[\"1\",\"2\",\"3\",\"4\",\"5\"],\"documentation\":\"1 is the most urgent, 5 the least.\"},\"deadline\":{\"type\":\"date\",\"required\":true,\"documentation\":\"Last day on which it is useful to finish.\",\"aliases\":[\"due\",\"due date\"]},\"effort\":{\"type\":\"number\",\"required\":true,\"documentation\":\"Hours of work, estimated.\",\"aliases\":[\"hours\",\"estimate\"]},\"waiting_for\":{\"type\":\"string\",\"documentation\":\"Who or what holds up a blocked task.\",\"aliases\":[\"waiting on\",\"held up\"]},\"recurring\":{\"type\":\"boolean\",\"documentation\":\"Whether the task comes back.\",\"aliases\":[\"repeating\",\"recurs\"]},\"description\":{\"type\":\"string\",\"required\":true,\"element\":true,\"documentation\":\"The task in full sentences.\"}}}}}");

/** Which open tasks are past their deadline on the given day? */
export const overdue: TypedQuery<TypedMatches<NodeMatch<Task>>, { readonly today: string }> = queries("overdue");

/** Urgent repairs that are not finished, the most relevant first. */
export const urgent_repairs: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("urgent_repairs");

/** The open tasks that matter most for the grant proposal, five at most. */
export const grant_proposal_next: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("grant_proposal_next");

/** Open tasks of the project that fits best: the weight of the project goes down to its tasks. */
export const tasks_of_best_project: TypedQuery<TypedMatches<NodeMatch<Task>>, { readonly topic: string }> = queries("tasks_of_best_project");

/** For whom or what does the list wait? A bare name is a field. */
export const waiting_for_whom: TypedQuery<TypedMatches<AttributeMatch<Task, "waiting_for", string>>, Record<never, never>> = queries("waiting_for_whom");

/** Waiting for a place, a signature or an answer? */
export const waiting_for_people: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("waiting_for_people");

/** One task by its identifier. */
export const task_by_id: TypedQuery<TypedMatches<NodeMatch<Task>>, { readonly id: string }> = queries("task_by_id");

/** The project to which a task belongs. */
export const project_of: TypedQuery<TypedMatches<NodeMatch<Project>>, { readonly id: string }> = queries("project_of");

/** The $n nearest tasks before a task in its project: a reverse axis counts from the task outwards. */
export const earlier_tasks: TypedQuery<TypedMatches<NodeMatch<Task>>, { readonly id: string; readonly n: number }> = queries("earlier_tasks");

/** What is in progress anywhere after task t20? */
export const in_progress_after_t20: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("in_progress_after_t20");

/** Quick wins: little effort, high priority, not done. */
export const quick_wins: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("quick_wins");

/** Which project has the most urgent task? */
export const most_urgent_project: TypedQuery<TypedMatches<NodeMatch<Project>>, Record<never, never>> = queries("most_urgent_project");

/** In which project are all blocked tasks about $what? The least relevant task decides. */
export const waiting_throughout: TypedQuery<TypedMatches<NodeMatch<Project>>, { readonly what: string }> = queries("waiting_throughout");

/** The mean over the open tasks of a category, any depth below it. */
export const category_for: TypedQuery<TypedMatches<NodeMatch<Category>>, { readonly topic: string }> = queries("category_for");

/** Appointments in every project of a category, and a doctor in at least one task: a product of two aggregates. */
export const health_appointments: TypedQuery<TypedMatches<NodeMatch<Category>>, Record<never, never>> = queries("health_appointments");

/** The first task of each project, with every axis written out. */
export const first_tasks: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("first_tasks");

/** The last two tasks of each project; the step "." stays at the project. */
export const last_two_tasks: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("last_two_tasks");

/** What follows right after a finished task? */
export const after_done: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("after_done");

/** Errands at a shop, in the category Errands only. */
export const shop_errands: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("shop_errands");

/** Tasks that come back every year. */
export const recurring_tasks: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("recurring_tasks");

/** Tasks whose title and whose description fit, on average. */
export const doctor_appointment: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("doctor_appointment");

/** Projects with two blocked tasks or more, by name. */
export const held_up_projects: TypedQuery<TypedMatches<AttributeMatch<Project, "name", string>>, Record<never, never>> = queries("held_up_projects");

/** Projects in which something is blocked and nothing is in progress. */
export const stalled_projects: TypedQuery<TypedMatches<NodeMatch<Project>>, Record<never, never>> = queries("stalled_projects");

/** Anything in Family, at whatever level, about rain in the garden. */
export const rain_in_family: TypedQuery<TypedMatches<NodeMatch<Category | Project | Task>>, Record<never, never>> = queries("rain_in_family");

/** The category Home by its own name, and what stands next to it. */
export const around_home: TypedQuery<TypedMatches<NodeMatch<Category>>, Record<never, never>> = queries("around_home");

/** Tasks whose title begins with "Buy" or "Return", or mentions a parcel. */
export const buy_or_return: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("buy_or_return");

/** Urgent, but not waiting for anybody: a graded "and not". */
export const urgent_and_free: TypedQuery<TypedMatches<NodeMatch<Task>>, Record<never, never>> = queries("urgent_and_free");

/** What is due in October, by title, in the order of the list. */
export const october: TypedQuery<TypedMatches<AttributeMatch<Task, "title", string>>, Record<never, never>> = queries("october");
