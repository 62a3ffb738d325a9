declare module 'dynalite' {
  import type { Server } from 'node:http'
  /** DynamoDB as an HTTP server, in memory. */
  export default function dynalite(options: { createTableMs?: number }): Server
}
