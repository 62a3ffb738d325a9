/** The workers beside the page, by the names that its HTML has for their scripts. */
export type WorkerName = 'solver' | 'maker' | 'hint' | 'tape' | 'comparison' | 'rating' | 'parts' | 'blocks' | 'sheet'

/** Starts a worker: the page's HTML has the address of its script, which changes with the script. */
export function startWorker(name: WorkerName): Worker {
  const address = document.querySelector<HTMLLinkElement>(`link[rel=${name}-worker]`)?.href ?? ''
  return new Worker(address, { type: 'module' })
}

/** The events of a worker. */
interface WorkerListener<Reply> {
  hear(reply: Reply): void
  /** Nothing more will come. */
  fail(why: string): void
  /** The words for it: a browser has none that people understand. */
  readonly failure: string
}

/** Listens to a worker, in the place of whoever did before. */
export function listenTo<Reply>(worker: Worker, { hear, fail, failure }: WorkerListener<Reply>): void {
  worker.onmessage = ({ data }: MessageEvent<Reply>) => hear(data)
  worker.onerror = (event) => {
    event.preventDefault()
    fail(failure)
  }
}
