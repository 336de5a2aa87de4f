import { endpoints, PLAYER_SURFACE, type TermsDocument } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Dialog } from '../../components/dialog.tsx'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { ExternalLink } from '../../session/external-link.tsx'
import { useCallQueries } from '../../session/queries.ts'
import { ErrorMessage } from '../../session/login/error-message.tsx'
import './terms-dialog.css'

const tables = { privacy: endpoints.privacy }

const titles: Record<TermsDocument, MessageId> = { terms: 'terms.terms', privacy: 'terms.privacy' }

/** What the user has not accepted yet; undefined while that is not known. Without an answer nothing is asked: the server says so itself. */
const useOpenTerms = () => {
  const { callsOf, refresh } = useOpenAuth()
  const queryClient = useQueryClient()
  const { data } = useQuery(useCallQueries(tables).privacy.terms())
  const left = data?.documents.filter(({ acceptedAt }) => acceptedAt === null) ?? []
  const accept = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const versions = Object.fromEntries(left.map(({ document, version }) => [document, version]))
      await callsOf(tables).privacy.acceptTerms({ ...versions, surface: PLAYER_SURFACE })
    },
    // Another version may have come meanwhile, which the user then sees; and what was refused is read again.
    onSettled: () => Promise.all([refresh(), queryClient.invalidateQueries()]),
  })
  return { required: data?.required === true, left, accept }
}

/** Asks users to accept the terms and the privacy policy of the app, when there is a version that they have not. */
const TermsDialog = () => {
  const t = useTranslate()
  const { logout } = useOpenAuth()
  const { pathname } = useLocation()
  const { required, left, accept } = useOpenTerms()
  const [isPutOff, setIsPutOff] = useState(false)
  // A user who does not accept gets the data and deletes the account.
  if (left.length === 0 || isPutOff || pathname === '/wallet/data' || pathname === '/privacy') return null
  const leave = () => (required ? void logout() : setIsPutOff(true))
  return (
    <Dialog title={t('terms.title')} hasCloseButton={false} closesOutside={false} onClose={leave}>
      <p className="note">{t(required ? 'terms.required' : 'terms.text')}</p>
      <ul className="terms-list">
        {left.map(({ document, url, version }) => (
          <li key={document}>
            <ExternalLink href={url}>{t(titles[document])}</ExternalLink>
            <small>{t('terms.version', { version })}</small>
          </li>
        ))}
      </ul>
      <ErrorMessage error={accept.error} />
      <Button variant="primary" className="wide" loading={accept.isPending} onClick={() => accept.mutate()}>
        {t('terms.accept')}
      </Button>
      {required && (
        <p className="note">
          {t('terms.refuse')} <Link to="/wallet/data">{t('wallet.data')}</Link>
        </p>
      )}
      <Button className="wide" onClick={leave}>
        {t(required ? 'wallet.logOut' : 'terms.later')}
      </Button>
    </Dialog>
  )
}

export default TermsDialog
