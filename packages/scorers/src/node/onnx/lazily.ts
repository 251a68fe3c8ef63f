import { modelError } from "./modelError.js";

/** Something that is loaded at first use, once, and released at most once. A failed load is tried again. */
export class Lazily<T> {
  private loading: Promise<T> | undefined;
  private disposed = false;

  constructor(
    private readonly model: string,
    private readonly load: () => Promise<T>,
    private readonly release: (value: T) => Promise<void>,
  ) {}

  /** Rejects with SXP4001 after `dispose`. */
  async get(): Promise<T> {
    if (this.disposed) throw modelError(this.model, "it was disposed.");
    this.loading ??= this.load();
    try {
      return await this.loading;
    } catch (failure) {
      this.loading = undefined;
      throw failure;
    }
  }

  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    const value = await this.loading?.catch(() => undefined);
    if (value !== undefined) await this.release(value);
  }
}
