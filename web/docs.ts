/** Starts the documentation page; the function comes from Swagger UI's own script. */
declare const SwaggerUIBundle: (options: { url: string; dom_id: string; deepLinking: boolean }) => void

SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true })
