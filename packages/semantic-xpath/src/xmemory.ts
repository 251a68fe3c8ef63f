/** xMemory (arXiv 2602.02007): facts in themes, and retrieval that opens episodes and messages if they help. */

export * from "@semantic-xpath/conversation/xmemory";
