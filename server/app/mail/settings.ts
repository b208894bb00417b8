/** How letters are sent. */
export interface MailSettings {
  /** Server that takes letters, with its name and password: `smtps://name:password@host`. */
  readonly url: string
  readonly from: string
  /** Where the staff's own letters go. */
  readonly staff: string | undefined
}
