export * from './client.ts'
export * from './solver.ts'
