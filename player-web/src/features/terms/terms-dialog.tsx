import { endpoints, PLAYER_SURFACE, type TermsDocument } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Dialog } from '../../components/dialog.tsx'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { ExternalLink } from '../../session/external-link.tsx'
import { ErrorMessage } from '../../session/login/error-message.tsx'
import './terms-dialog.css'

const tables = { privacy: endpoints.privacy }

const titles: Record<TermsDocument, MessageId> = { terms: 'terms.terms', privacy: 'terms.privacy' }

interface Open {
  required: boolean
  documents: { document: TermsDocument; url: string; version: string }[]
}

/** What the user has not accepted yet; undefined while that is not known, and where nothing is left. */
const useOpenTerms = () => {
  const { callsOf, refresh } = useOpenAuth()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const read = useCallback(async () => {
    const { required, documents } = await callsOf(tables).privacy.terms()
    const left = documents.filter(({ acceptedAt }) => acceptedAt === null)
    setOpen(left.length > 0 ? { required, documents: left } : undefined)
  }, [callsOf])
  useEffect(() => {
    // Without an answer nothing is asked: the server refuses what needs it, and says so.
    read().catch(() => {})
  }, [read])
  const accept = async ({ documents }: Open): Promise<void> => {
    const versions = Object.fromEntries(documents.map(({ document, version }) => [document, version]))
    // Another version came meanwhile: the user sees that one.
    await callsOf(tables)
      .privacy.acceptTerms({ ...versions, surface: PLAYER_SURFACE })
      .finally(() => read().catch(() => {}))
    await Promise.all([refresh(), queryClient.invalidateQueries()])
  }
  return { open, accept, dismiss: () => setOpen(undefined) }
}

/** Asks users to accept the terms and the privacy policy of the app, when there is a version that they have not. */
const TermsDialog = () => {
  const t = useTranslate()
  const { logout } = useOpenAuth()
  const { pathname } = useLocation()
  const { open, accept, dismiss } = useOpenTerms()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  // A user who does not accept gets the data and deletes the account.
  if (!open || pathname === '/wallet/data' || pathname === '/privacy') return null
  const submit = async () => {
    setIsBusy(true)
    setError(
      await accept(open).then(
        () => null,
        (thrown: unknown) => thrown as Error,
      ),
    )
    setIsBusy(false)
  }
  return (
    <Dialog title={t('terms.title')} hasCloseButton={false} closesOutside={false} onClose={dismiss}>
      <p className="note">{t(open.required ? 'terms.required' : 'terms.text')}</p>
      <ul className="terms-list">
        {open.documents.map(({ document, url, version }) => (
          <li key={document}>
            <ExternalLink href={url}>{t(titles[document])}</ExternalLink>
            <small>{t('terms.version', { version })}</small>
          </li>
        ))}
      </ul>
      <ErrorMessage error={error} />
      <Button variant="primary" className="wide" loading={isBusy} onClick={() => void submit()}>
        {t('terms.accept')}
      </Button>
      {open.required && (
        <p className="note">
          {t('terms.refuse')} <Link to="/wallet/data">{t('wallet.data')}</Link>
        </p>
      )}
      <Button className="wide" onClick={open.required ? () => void logout() : dismiss}>
        {t(open.required ? 'wallet.logOut' : 'terms.later')}
      </Button>
    </Dialog>
  )
}

export default TermsDialog
