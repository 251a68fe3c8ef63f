const text = { type: "string" };
const instant = { type: "dateTime" };

export const github = {
  version: 1,
  documentation: "Issues and pull requests as GitHub's interface and its command line give them.",
  root: [
    { if: { "*/number": true, "*/title": true }, as: "Issues" },
    { if: { number: true, title: true }, as: "Issue" },
    { if: { "items/*/number": true }, as: "Issues" },
  ],
  rules: {
    Issues: {
      children: [
        {
          each: ["items/*", "*"],
          as: [
            { if: { pull_request: true, number: true }, as: "PullRequest" },
            { if: { number: true }, as: "Issue" },
          ],
        },
      ],
      drop: ["total_count", "incomplete_results"],
    },
    ...Object.fromEntries(
      ["Issue", "PullRequest"].map((type) => [
        type,
        {
          attributes: {
            number: "number",
            title: "title",
            state: "state",
            reason: ["state_reason", "stateReason"],
            author: ["user/login", "author/login"],
            milestone: "milestone/title",
            created: ["created_at", "createdAt"],
            updated: ["updated_at", "updatedAt"],
            closed: ["closed_at", "closedAt"],
            merged: ["pull_request/merged_at", "mergedAt"],
            url: { from: ["html_url", "url"], searchable: false },
          },
          text: "body",
          children: [
            { each: "labels/*", as: "Label" },
            { each: "assignees/*", as: "Assignee" },
            { each: "comments/*", as: "Comment" },
          ],
          drop: [
            "{link:.*_url}",
            "url",
            "id",
            "node_id",
            "user",
            "author",
            "assignee",
            "milestone",
            "pull_request",
            "comments",
            "reactions",
            "performed_via_github_app",
            "author_association",
            "locked",
            "active_lock_reason",
            "sub_issues_summary",
            "issue_dependencies_summary",
            "issue_field_values",
            "closed_by",
            "score",
            "text_matches",
          ],
        },
      ]),
    ),
    Label: { attributes: { name: "name", description: "description" }, text: ".", drop: ["**"] },
    Assignee: { attributes: { login: "login", name: "name" }, drop: ["**"] },
    Comment: {
      attributes: { author: ["user/login", "author/login"], created: ["created_at", "createdAt"] },
      text: "body",
      drop: ["**"],
    },
  },
};

const issue = {
  text: true,
  attributes: {
    number: { type: "number", required: true },
    title: { ...text, required: true },
    state: { ...text, documentation: "open or closed." },
    reason: { ...text, documentation: "Why it is closed." },
    author: text,
    milestone: text,
    created: instant,
    updated: instant,
    closed: instant,
    merged: instant,
    url: text,
  },
  children: { Label: {}, Assignee: {}, Comment: {} },
};

export const githubSchema = {
  version: 1,
  documentation: "Issues and pull requests of a repository; the text of each is its description.",
  roots: ["Issues", "Issue"],
  types: {
    Issues: { children: { Issue: {}, PullRequest: {} } },
    Issue: issue,
    PullRequest: issue,
    Label: { text: true, attributes: { name: text, description: text } },
    Assignee: { attributes: { login: text, name: text } },
    Comment: { text: true, attributes: { author: text, created: instant } },
  },
};

/** A text, or a document whose texts are its leaves. */
const document = (path: string) => ({ from: [path, `${path}/**/text`], join: "\n" });
const person = (path: string): string[] => [`${path}/displayName`, `${path}/name`, `${path}/emailAddress`];

export const jira = {
  version: 1,
  documentation: "Issues as Jira's search gives them.",
  root: [
    { if: { "issues/*/fields": true }, as: "Issues" },
    { if: { "*/fields": true }, as: "Issues" },
    { if: { key: true, fields: true }, as: "Issue" },
  ],
  rules: {
    Issues: {
      children: [{ each: ["issues/*", "*"], if: { fields: true }, as: "Issue" }],
      drop: ["startAt", "maxResults", "total", "expand", "isLast", "nextPageToken", "names", "schema"],
    },
    Issue: {
      attributes: {
        id: "key",
        title: "fields/summary",
        type: "fields/issuetype/name",
        status: "fields/status/name",
        priority: "fields/priority/name",
        resolution: "fields/resolution/name",
        project: ["fields/project/key", "fields/project/name"],
        assignee: person("fields/assignee"),
        reporter: person("fields/reporter"),
        parent: "fields/parent/key",
        due: "fields/duedate",
        created: "fields/created",
        updated: "fields/updated",
        resolved: "fields/resolutiondate",
      },
      text: document("fields/description"),
      children: [
        { each: "fields/labels/*", as: "Label" },
        { each: "fields/components/*", as: "Component" },
        { each: "fields/subtasks/*", as: "Subtask" },
        { each: "fields/issuelinks/*", as: "Link" },
        { each: "fields/comment/comments/*", as: "Comment" },
      ],
      keep: ["fields/{custom:customfield_\\d+}"],
      drop: [
        "expand",
        "id",
        "self",
        "fields/issuetype",
        "fields/status",
        "fields/priority",
        "fields/resolution",
        "fields/project",
        "fields/assignee",
        "fields/reporter",
        "fields/creator",
        "fields/parent",
        "fields/comment/maxResults",
        "fields/comment/self",
        "fields/comment/startAt",
        "fields/comment/total",
        "fields/description",
        "fields/watches",
        "fields/votes",
        "fields/lastViewed",
        "fields/workratio",
        "fields/statuscategorychangedate",
        "fields/progress",
        "fields/aggregateprogress",
      ],
    },
    Label: { text: "." },
    Component: { attributes: { name: "name" }, drop: ["**"] },
    Subtask: { attributes: { ref: "key", title: "fields/summary", status: "fields/status/name" }, drop: ["**"] },
    Link: {
      attributes: {
        type: "type/name",
        ref: ["outwardIssue/key", "inwardIssue/key"],
        title: ["outwardIssue/fields/summary", "inwardIssue/fields/summary"],
      },
      drop: ["**"],
    },
    Comment: {
      attributes: { author: person("author"), created: "created" },
      text: document("body"),
      drop: ["**"],
    },
  },
};

const ref = { type: "string", documentation: "The key of an issue, which may be in another export." };

export const jiraSchema = {
  version: 1,
  documentation:
    "Issues of a tracker; the text of each is its description. Fields of the customer's own are attributes by their names.",
  roots: ["Issues", "Issue"],
  types: {
    Issues: { children: { Issue: {} } },
    Issue: {
      text: true,
      attributes: {
        id: { type: "id", documentation: "The key, such as ABC-12." },
        title: text,
        type: text,
        status: text,
        priority: text,
        resolution: text,
        project: text,
        assignee: text,
        reporter: text,
        parent: ref,
        due: { type: "date" },
        created: instant,
        updated: instant,
        resolved: instant,
      },
      children: { Label: {}, Component: {}, Subtask: {}, Link: {}, Comment: {} },
    },
    Label: { text: true },
    Component: { attributes: { name: text } },
    Subtask: { attributes: { ref, title: text, status: text } },
    Link: { attributes: { type: text, ref, title: text } },
    Comment: { text: true, attributes: { author: text, created: instant } },
  },
};
