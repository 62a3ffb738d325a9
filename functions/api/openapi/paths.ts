import { jobPaths } from './paths/jobs.ts'
import { partPaths } from './paths/parts.ts'
import { resultPaths } from './paths/results.ts'
import { servicePaths } from './paths/service.ts'

/** The addresses of the service, what they take and what they answer. */
export const paths = { ...jobPaths, ...partPaths, ...resultPaths, ...servicePaths }
