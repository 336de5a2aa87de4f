import { ApiError, DATA_EXPORT_PATH } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useState } from 'react'
import { useConfig } from '../../../config/config.ts'
import type { ReauthenticationInput } from '../export/reauthentication-methods.ts'
import { type Confirmed, useConfirmed } from './use-confirmed.ts'

const refusal = async (answer: Response): Promise<Error> => {
  const body = (await answer.json().catch(() => ({}))) as ConstructorParameters<typeof ApiError>[1]
  return new ApiError(answer.status, body)
}

/** Saves a file as a download of the browser. */
const save = (data: Blob, name: string): void => {
  const url = URL.createObjectURL(data)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads everything that is stored about the user. It is in no cache of the page. */
export const useDataExport = () => {
  const { token } = useOpenAuth()
  const { apiUrl } = useConfig()
  const [isDone, setIsDone] = useState(false)
  const call = async (confirmed: Confirmed): Promise<void> => {
    const answer = await fetch(apiUrl + DATA_EXPORT_PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(confirmed),
    })
    if (!answer.ok) throw await refusal(answer)
    save(await answer.blob(), 'my-data.json')
    setIsDone(true)
  }
  const { run, ...state } = useConfirmed(call)
  return { ...state, isDone, start: (shown?: ReauthenticationInput) => run(shown) }
}
