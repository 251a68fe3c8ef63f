import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { runsTaggedOnly, TAGGED } from "./tags.js";

/** The files of a project come one after the other, projects as they are configured: a worker that has its imports goes on to the next file. */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return this.ctx.projects.flatMap((one) => sorted.filter(({ project }) => project.name === one.name));
  }
}

/** As `ByProject`, for `npm run test:more`: of a file without laws, it runs the tests with a tag; `npm test` has run the others. */
export class OfMore extends ByProject {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    for (const file of files) {
      if (runsTaggedOnly(readFileSync(file.moduleId, "utf8"))) file.testTagsFilter = [TAGGED];
    }
    return super.sort(files);
  }
}
