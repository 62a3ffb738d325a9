import { header, json } from './operation.ts'

/** The requests of the service itself to others. */
export const webhooks = {
  jobEnded: {
    post: {
      tags: ['Jobs'],
      operationId: 'jobEnded',
      summary: 'A job has ended',
      description:
        'Sent to the `webhook` of a job, as [Standard Webhooks](https://www.standardwebhooks.com) has it. Verify the signature over the body byte for byte, and take an event whose `webhook-id` you had before for the same: it may come more than once. Whatever is not answered with 2xx within 10 s is sent again, after 5 s, 10, 20, … and at most 15 minutes, for four hours; 410 ends that. Redirects are not followed.',
      security: [],
      parameters: [
        header('webhook-id', 'The id of the event, the same for every attempt.'),
        header(
          'webhook-timestamp',
          'When this attempt was made, in seconds since 1970. Refuse what is older than minutes.',
        ),
        header(
          'webhook-signature',
          '`v1,` and the HMAC-SHA256, in base64, of the id, the timestamp and the body, with dots between; its key is what follows `whsec_` in the secret, from base64.',
        ),
      ].map((each) => ({ ...each, required: true })),
      requestBody: { required: true, content: json('JobEvent') },
      responses: {
        '2XX': { description: 'It was taken.' },
        410: { description: 'It is not wanted any more: this event is not sent again.' },
      },
    },
  },
}
