import { SIGNATURE_TOKEN } from '@openauth/client'
import type { ReactNode } from 'react'
import { useConfig } from '../../config/config.ts'
import { safeHref } from '../../lib/safe-link.ts'
import { ExternalLink } from '../../session/external-link.tsx'

/** Where a chain's browser for people shows a transaction; undefined where the operator's setting is no web address. */
export const explorerHref = (template: string, signature: string): string | undefined =>
  safeHref(template.replaceAll(SIGNATURE_TOKEN, () => encodeURIComponent(signature)))

interface Props {
  /** Null for what the chain does not know yet. */
  signature: string | null
  className?: string
  children: ReactNode
}

/** What leads to a transaction in the chain's explorer; plain where there is nothing to lead to. */
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
