import { join } from 'node:path'
import type { JobKind } from '@openauth/client'
import { createDeliverNotice } from './features/account-changes/deliver-notice.ts'
import { createNotices } from './features/account-changes/notices.ts'
import { createFindAppsOfOrigin } from './features/apps/app-origins.ts'
import { createLoginApps } from './features/apps/login-apps.ts'
import { createAuditChain } from './features/audit/chain.ts'
import { createAvatars } from './features/avatars/avatars.ts'
import { createCopyAvatar } from './features/avatars/copy.ts'
import { openGame } from './features/game/feature.ts'
import { derivedSecret } from './features/keys/data-keys.ts'
import { createFailedLogins } from './features/login/failed-logins.ts'
import { createLoginOutcomes } from './features/login/outcomes.ts'
import { createNodeWatch } from './features/nodes/node-watch.ts'
import { acceptRestartedChains } from './features/nodes/restarted-chains.ts'
import { createConnections } from './features/oidc-connections/connections.ts'
import { createAppProviders } from './features/oidc-provider/providers.ts'
import { createHome } from './features/player/home.ts'
import {
  createImportedWallets,
  type ImportedWallets,
  type WalletRequest,
} from './features/user-management/bulk/imported-wallets.ts'
import { dataVersion } from './features/recovery/installation.ts'
import { createSessions } from './features/sessions/sessions.ts'
import { createProviderKeys } from './features/signing-keys/provider-keys.ts'
import { openTokenKeys } from './features/signing-keys/token-keys.ts'
import { createTermsGuard } from './features/terms/accepted.ts'
import { createTokenNames } from './features/tokens/token-names.ts'
import { createNodes } from './features/transfers/chains/create-nodes.ts'
import { createJobs } from './jobs.ts'
import { createGuardedPost } from './lib/guarded-post.ts'
import { createMailer } from './lib/mail.ts'
import { createGuardedOutbound, createOutbound } from './lib/outbound.ts'
import { createPrices } from './lib/prices.ts'
import { createProviders } from './lib/providers/index.ts'
import { createTokens } from './lib/tokens.ts'
import { createContractWallets } from './lib/wallet-login/contract-wallet.ts'
import type { Resources, ServerLife } from './resources.ts'

export interface ServiceOptions {
  /** The clock of the tap game; the machine's by default. */
  clock?: () => number
  /** How long a mail server may take to accept a mail, in milliseconds; 10,000 by default. */
  mailPatience?: number
}

const openMailer = async ({ settings }: Resources, { onClose }: ServerLife, patience?: number) => {
  const { smtpUrl, mailFrom: from, production, dataDir } = settings
  const mailer = await createMailer(
    { smtpUrl, from, folder: production ? undefined : join(dataDir, 'outbox') },
    patience,
  )
  onClose(async () => mailer?.close())
  return mailer
}

type JobNeeds = Parameters<typeof createDeliverNotice>[0] & { importedWallets: ImportedWallets }

/** The background jobs of this server. The queues open with the first job, or with `start`. */
const openJobs = (needs: JobNeeds, { log, onClose }: ServerLife) => {
  const { db, settings } = needs
  const handlers = {
    avatar: createCopyAvatar(needs),
    notice: createDeliverNotice(needs),
    wallets: needs.importedWallets.make,
  } satisfies Record<JobKind, unknown>
  const jobs = createJobs({ databaseUrl: db.directUrl, databaseWait: settings.databaseWait, log, handlers })
  onClose(jobs.close)
  return jobs
}

const openNodes = ({ db, settings }: Resources) => {
  const { rpcUrls, development, dataDir } = settings
  const nodeWatch = createNodeWatch()
  const accept = development ? acceptRestartedChains(db, join(dataDir, 'chains.json')) : undefined
  return { nodeWatch, nodes: createNodes(rpcUrls, nodeWatch, accept) }
}

const openFailedLogins = ({ db }: Resources, { log, onClose }: ServerLife) => {
  const failedLogins = createFailedLogins(db, log)
  onClose(failedLogins.close)
  return failedLogins
}

/** The key that signs the audit trail is that of the server's data key, so that no row can be put in its place. */
const openAuditChain = ({ db, keys, settings }: Resources, { log }: ServerLife) =>
  createAuditChain({
    db,
    log,
    settings,
    seed: () => derivedSecret(db.prisma, keys, 'audit chain'),
    dataVersion: () => dataVersion(db),
  })

/** Milliseconds for an attempt, and bytes of an answer that are kept. */
const WEBHOOK_LIMITS = { timeoutMs: 15_000, readBytes: 1024 }

const openWebhookPost = ({ settings }: Resources, { onClose }: ServerLife) => {
  const post = createGuardedPost({ allow: settings.outboundAllow, ...WEBHOOK_LIMITS })
  onClose(async () => post.close())
  return post
}

/** Opens what handlers need beside the resources, in the order in which one part needs another. */
export const openServices = async (
  resources: Resources,
  life: ServerLife,
  { mailPatience, clock = Date.now }: ServiceOptions = {},
) => {
  const { db, keys, settings } = resources
  const { log } = life
  const tokenKeys = await openTokenKeys(db, keys)
  const tokens = createTokens(tokenKeys, settings.issuer)
  const outbound = createOutbound()
  const guardedOutbound = createGuardedOutbound({ allow: settings.outboundAllow })
  const loginApps = createLoginApps(db, resources)
  // Closed in the reverse order: the jobs, which send mail, before the mailer.
  const mailer = await openMailer(resources, life, mailPatience)
  const importedWallets = createImportedWallets(resources)
  const jobs = openJobs({ db, settings, outbound, loginApps, mailer, log, importedWallets }, life)
  const oidc = createConnections({ db, keys, outbound: guardedOutbound })
  const providerKeys = createProviderKeys(db, keys)
  const sessions = createSessions(db, tokens, resources.findPlace)
  return {
    ...resources,
    terms: createTermsGuard(db, loginApps),
    tokenKeys,
    providerKeys,
    tokens,
    auditChain: openAuditChain(resources, life),
    sessions,
    loginApps,
    findAppsOfOrigin: createFindAppsOfOrigin(db),
    failedLogins: openFailedLogins(resources, life),
    loginOutcomes: createLoginOutcomes(db, log),
    avatars: createAvatars(jobs, log),
    jobs,
    failedJobs: jobs.failed,
    notices: createNotices(jobs),
    requestWallets: (request: WalletRequest) => importedWallets.request(jobs, request, log),
    mailer,
    outbound,
    guardedOutbound,
    webhookPost: openWebhookPost(resources, life),
    providers: createProviders({ addresses: settings.providers, outbound }),
    oidc,
    oidcProviders: createAppProviders({ ...resources, guardedOutbound, loginApps, sessions, providerKeys }),
    isContractSignature: createContractWallets(settings.evmLogin),
    tokenNames: createTokenNames(db, log),
    ...openGame({ ...resources, clock }, life),
    clock,
    prices: createPrices(settings.prices, { outbound, log }),
    ...openNodes(resources),
    home: createHome({ db, oidc }, { ...settings.player, publicUrl: settings.publicUrl }),
  }
}

/** All that handlers may need, of which each feature names its part. */
export type Services = Awaited<ReturnType<typeof openServices>>
