/** The workers beside the page, by the names that its HTML has for their scripts. */
export type WorkerName = 'solver' | 'maker' | 'hint' | 'tape' | 'comparison' | 'rating' | 'parts' | 'blocks' | 'sheet'

/** Starts a worker: the page's HTML has the address of its script, which changes with the script. */
export function startWorker(name: WorkerName): Worker {
  const address = document.querySelector<HTMLLinkElement>(`link[rel=${name}-worker]`)?.href ?? ''
  return new Worker(address, { type: 'module' })
}

/**
 * Listens to a worker. Whoever listened before hears nothing more.
 *
 * @param fail is told that nothing more will come, as a failed import says it: a browser has no words that people understand
 */
export function listenTo<Reply>(worker: Worker, hear: (reply: Reply) => void, fail: (error: TypeError) => void): void {
  worker.onmessage = ({ data }: MessageEvent<Reply>) => hear(data)
  worker.onerror = (event) => {
    event.preventDefault()
    fail(new TypeError())
  }
}

/** The next reply of a worker. @throws where it fails */
export function replyOf<Reply>(worker: Worker, request: unknown): Promise<Reply> {
  return new Promise((resolve, reject) => {
    listenTo(worker, resolve, reject)
    worker.postMessage(request)
  })
}
