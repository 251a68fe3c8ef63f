/** StructMem (arXiv 2604.21748): events in two voices, windows over time, and consolidations whose details are checked. */

export * from "@semantic-xpath/conversation/structmem";
