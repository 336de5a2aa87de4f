import { type MessageId, useTranslate } from '../../i18n/i18n.ts'

/** Why something did not work, announced at once. */
export const FailureNote = ({ message }: { message: MessageId | undefined }) => {
  const t = useTranslate()
  return (
    message && (
      <p className="note" role="alert">
        {t(message)}
      </p>
    )
  )
}
