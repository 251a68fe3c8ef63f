/** What is within a line of text. */
const PHRASING = { Link: {}, Image: {}, Tag: {} };
const BLOCKS = { Paragraph: {}, List: {}, Quote: {}, Code: {}, Table: {}, Html: {}, Footnote: {}, Section: {} };
const FLOW = { ...BLOCKS, ...PHRASING };

export const schema = {
  version: 1,
  documentation: "A folder of Markdown notes, or one of them.",
  roots: ["Folder", "Document"],
  types: {
    Folder: {
      documentation: "A folder of notes.",
      attributes: {
        name: {
          type: "string",
          required: true,
          documentation: "Name of the folder.",
        },
      },
      children: {
        Folder: {},
        Document: {},
      },
    },
    Document: {
      documentation: "A note. Scalars of its front matter are attributes, too.",
      attributes: {
        id: {
          type: "id",
          documentation: "The path without its ending.",
        },
        name: {
          type: "string",
          documentation: "Name of the file without its ending: what wiki links say.",
        },
        path: {
          type: "string",
          documentation: "Path of the file in the folder.",
        },
        title: {
          type: "string",
          documentation: "Title of the front matter.",
        },
        date: {
          type: "string",
          documentation: "Date of the front matter.",
        },
        due: {
          type: "string",
          documentation: "When it has to be finished.",
        },
        status: {
          type: "string",
          documentation: "How far it is.",
        },
      },
      children: {
        ...BLOCKS,
        Tag: {},
        FrontMatter: {
          max: 1,
        },
      },
    },
    FrontMatter: {
      documentation: "Text of front matter that has a mistake.",
      text: true,
    },
    Section: {
      documentation: "A heading, and all up to the next of its depth or less.",
      attributes: {
        title: {
          type: "string",
          required: true,
          documentation: "The heading.",
        },
        depth: {
          type: "number",
          required: true,
          documentation: "1 for a heading of the first level, up to 6.",
        },
        id: {
          type: "id",
          required: true,
          documentation: "The id of the document, and what an address calls the heading.",
        },
      },
      children: FLOW,
    },
    Paragraph: {
      documentation: "A paragraph: all that one reads in it is its text.",
      text: true,
      children: PHRASING,
    },
    List: {
      documentation: "A list.",
      attributes: {
        ordered: {
          type: "boolean",
          required: true,
          documentation: "Whether it is numbered.",
        },
        start: {
          type: "number",
          documentation: "Its first number.",
        },
      },
      children: {
        Item: {},
        Task: {},
      },
    },
    Item: {
      documentation: "An item of a list; its text is the first paragraph.",
      text: true,
      children: FLOW,
    },
    Task: {
      documentation: "An item with a box; its text is the first paragraph.",
      text: true,
      attributes: {
        done: {
          type: "boolean",
          required: true,
          documentation: "Whether the box is ticked.",
        },
      },
      children: FLOW,
    },
    Quote: {
      documentation: "A quotation; its text is the first paragraph.",
      text: true,
      children: FLOW,
    },
    Code: {
      documentation: "A block of code.",
      text: true,
      attributes: {
        lang: {
          type: "string",
          documentation: "Its language, as it is written.",
        },
      },
    },
    Table: {
      documentation: "A table; in it are its rows, and what its head links to.",
      attributes: {
        columns: {
          type: "string",
          documentation: "Its head: the names of the columns.",
        },
      },
      children: {
        Row: {},
        ...PHRASING,
      },
    },
    Row: {
      documentation: "A row of a table, with an attribute for each column.",
      children: PHRASING,
    },
    Html: {
      documentation: "HTML between paragraphs: what one reads of it.",
      text: true,
    },
    Footnote: {
      documentation: "A footnote; its text is the first paragraph.",
      text: true,
      attributes: {
        label: {
          type: "string",
          required: true,
          documentation: "What it is called in the text.",
        },
        id: {
          type: "id",
          required: true,
          documentation: "The id of the document, and that of the footnote.",
        },
      },
      children: FLOW,
    },
    Link: {
      documentation: "A link to a note, a heading, a footnote or an address.",
      attributes: {
        href: {
          type: "string",
          documentation: "What is linked, as it is written.",
        },
        text: {
          type: "string",
          documentation: "The words of the link.",
        },
        title: {
          type: "string",
          documentation: "A title, which most programs show on hovering.",
        },
        to: {
          type: "ref(Document | Section | Footnote)",
          documentation: "What it leads to within the notes.",
        },
      },
      children: {
        Image: {},
        Tag: {},
      },
    },
    Image: {
      documentation: "A picture.",
      attributes: {
        src: {
          type: "string",
          documentation: "Its address or path.",
        },
        alt: {
          type: "string",
          documentation: "The words in its place.",
        },
        title: {
          type: "string",
          documentation: "A title.",
        },
      },
    },
    Tag: {
      documentation: "A tag such as #home, or one of the front matter.",
      attributes: {
        name: {
          type: "string",
          required: true,
          documentation: "The tag without its #.",
        },
      },
    },
  },
};
