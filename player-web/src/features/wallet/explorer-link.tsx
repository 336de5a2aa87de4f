import { SIGNATURE_TOKEN } from '@openauth/client'
import type { ReactNode } from 'react'
import { useConfig } from '../../config/config.ts'
import { safeHref } from '../../lib/safe-link.ts'
import { ExternalLink } from '../../session/external-link.tsx'

/** The explorer's address of a transaction; undefined if the operator's setting is no web address. */
export const explorerHref = (template: string, signature: string): string | undefined =>
  safeHref(template.replaceAll(SIGNATURE_TOKEN, () => encodeURIComponent(signature)))

interface Props {
  /** Null for a transaction that the chain does not have yet. */
  signature: string | null
  className?: string
  children: ReactNode
}

/** A link to a transaction in the chain's explorer; plain text without an address. */
export const ExplorerLink = ({ signature, className = '', children }: Props) => {
  const { explorerUrl } = useConfig().solana
  const href = signature === null ? undefined : explorerHref(explorerUrl, signature)
  if (href === undefined) return <span className={className}>{children}</span>
  return (
    <ExternalLink className={className} href={href}>
      {children}
    </ExternalLink>
  )
}
