declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Shows an OpenAPI document in an element. */
  const SwaggerUI: (options: {
    domNode: HTMLElement
    spec: object
    docExpansion: 'none'
    defaultModelsExpandDepth: number
    displayRequestDuration: boolean
    filter: boolean
    validatorUrl: null
  }) => unknown
  export default SwaggerUI
}
