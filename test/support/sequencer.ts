import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files of a project come one after the other, projects as they are configured: a worker that has its imports goes on to the next file. */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return this.ctx.projects.flatMap((one) => sorted.filter(({ project }) => project.name === one.name));
  }
}
