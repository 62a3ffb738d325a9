/** Comes from Swagger UI's own script, which docs.html loads first. */
declare const SwaggerUIBundle: (options: { url: string; dom_id: string; deepLinking: boolean }) => void

SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true })
