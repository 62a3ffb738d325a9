/** The client of the service, as the package `sudoku-service/client` has it. */
export { ApiError, UnreachableError } from '../shared/client/api-error.ts'
export { type Client, createClient, type JobRequest, type PartOptions } from '../shared/client/client.ts'
export type { ClientOptions } from '../shared/client/http.ts'
export { type Upload, type UploadOptions, type UploadProgress, upload } from '../shared/client/upload.ts'
export type { JobOptions, JobState } from '../shared/job/job.ts'
export type { PuzzleResult, Status } from '../shared/job/result.ts'
export type { JobView, PartView, Problem, ResultsPage } from '../shared/protocol/views.ts'
