import { Button } from '@openauth/ui/button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { FailureNote } from '../failure-note.tsx'
import { failureWords } from '../failure-words.ts'
import { useGameCalls, useGameQueries } from '../tap-calls.ts'

/** Characters of an appeal at most. */
const MOST = 1000

const AppealForm = () => {
  const t = useTranslate()
  const calls = useGameCalls()
  const cache = useQueryClient()
  const { queryKey } = useGameQueries().review()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<MessageId>()
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text')
    if (typeof text !== 'string' || text.trim() === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      cache.setQueryData(queryKey, await calls.appeal({ text: text.trim() }))
    } catch (error) {
      setFailure(failureWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="claim-appeal" onSubmit={(event) => void send(event)}>
      {/* The shared text area would weigh as much as all else of claims. */}
      <label>
        {t('claims.appealLabel')}
        <textarea name="text" maxLength={MOST} required rows={3} />
      </label>
      <FailureNote message={failure} />
      <Button type="submit" loading={isBusy}>
        {t('claims.appeal')}
      </Button>
    </form>
  )
}

/** Sends the operators a text about a review that delays payouts, or says that they have it. */
export const Appeal = () => {
  const t = useTranslate()
  const { data: review } = useQuery(useGameQueries().review())
  if (review?.canAppeal) return <AppealForm />
  return review?.state === 'appealed' && <p className="note">{t('claims.appealed')}</p>
}
