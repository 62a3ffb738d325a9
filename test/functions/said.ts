import { createTelemetry, type Service, type Telemetry } from '../../functions/reporting/telemetry.ts'

/** The log of a function, line by line. */
export interface Said {
  readonly telemetry: Telemetry
  /** As they were written. */
  readonly texts: string[]
  // biome-ignore lint/suspicious/noExplicitAny: what a line holds is for each claim to say
  lines(): any[]
}

/** Takes what a function says at a time that stands still. */
export function said(
  service: Service,
  { namespace = '', now = 10_000, version = undefined as string | undefined } = {},
): Said {
  const texts: string[] = []
  const write = (line: string) => texts.push(line)
  return {
    telemetry: createTelemetry({ service, version, level: 'INFO', namespace, write, now: () => now }),
    texts,
    lines: () => texts.map((text) => JSON.parse(text)),
  }
}
