import { useState } from 'preact/hooks'
import type { DeliveryView, JobView } from '../../shared/protocol/views.ts'
import { service } from '../page/service.ts'
import { Trouble } from '../ui/trouble.tsx'
import { durationText, momentText } from './amounts.ts'
import { attemptWords, webhookWords } from './status-words.ts'

/** How the webhook of a job stands; and what came of each attempt to tell it, once somebody asks. */
export function Webhook({ job: { id, webhook } }: { readonly job: JobView }) {
  const [attempts, setAttempts] = useState<readonly DeliveryView[]>([])
  const [error, setError] = useState<unknown>(undefined)
  const look = () => service().listDeliveries(id).then(setAttempts, setError)
  if (!webhook) return null
  const words = webhookWords(webhook)
  if (webhook.state === undefined) return <p class="quiet small">{words}</p>
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && look()}>
      <summary>{words}</summary>
      {error !== undefined && <Trouble error={error} retry={look} />}
      <ul class="small bullets">
        {attempts.map((attempt) => (
          <li key={`${attempt.event}${attempt.attempt}`}>
            {momentText(attempt.at)}: {attemptWords(attempt)}, after {durationText(attempt.tookMs / 1000)}
          </li>
        ))}
      </ul>
    </details>
  )
}
