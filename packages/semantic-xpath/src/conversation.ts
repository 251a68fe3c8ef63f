/** Facts with sources and validity from conversations, and their recall. */

export * from "@semantic-xpath/conversation";
