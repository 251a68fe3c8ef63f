export { type AddOptions, addModel } from "./add.js";
export { ModelFailure } from "./failure.js";
export { modelsHome } from "./home.js";
export { PLAIN_VARIANT } from "./hub/choose.js";
export { DEFAULT_ENDPOINT } from "./hub/hub.js";
export { findModel, type InstalledModel, listModels, modelNamed, removeModel } from "./library.js";
export type { ModelManifest, ModelSource } from "./manifest.js";
export { type Pulled, type PullOptions, type PullProgress, pullModel } from "./pull.js";
export { type CheckModel, checkModel } from "./safety.js";
