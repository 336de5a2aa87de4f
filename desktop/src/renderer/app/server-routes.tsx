import { endpoints } from '@openauth/client'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import KeySquare from 'lucide-react/icons/key-square'
import ListChecks from 'lucide-react/icons/list-checks'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import ScrollText from 'lucide-react/icons/scroll-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Signature from 'lucide-react/icons/signature'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import type { Screen } from './screen.ts'

/** The screens about the whole server, in the order of the navigation. */
export const serverScreens: readonly Screen[] = [
  {
    path: '/content',
    title: 'content.title',
    icon: Gamepad2,
    section: 'server',
    call: endpoints.dapps.list,
    component: async () => (await import('../features/content/content.tsx')).Content,
    words: 'content.words',
  },
  {
    path: '/content/:list/:entry?',
    title: 'content.title',
    icon: Gamepad2,
    call: endpoints.dapps.list,
    component: async () => (await import('../features/content/content.tsx')).Content,
  },
  {
    path: '/transactions',
    title: 'transactions.title',
    icon: ArrowLeftRight,
    section: 'server',
    call: endpoints.adminTransactions.list,
    component: async () => (await import('../features/transactions/transactions.tsx')).Transactions,
    shortcut: 'g t',
    words: 'transactions.words',
  },
  {
    path: '/audit',
    title: 'audit.title',
    icon: ScrollText,
    section: 'server',
    call: endpoints.audit.list,
    component: async () => (await import('../features/audit/audit.tsx')).Audit,
    shortcut: 'g l',
    words: 'audit.words',
  },
  {
    path: '/admins',
    title: 'admins.title',
    icon: ShieldCheck,
    section: 'server',
    call: endpoints.admins.list,
    component: async () => (await import('../features/admins/admins.tsx')).Admins,
    words: 'admins.words',
  },
  {
    path: '/approvals',
    title: 'admins.approvals',
    icon: UserRoundCheck,
    section: 'server',
    call: endpoints.approvals.list,
    component: async () => (await import('../features/approvals/list-approvals.tsx')).Approvals,
    words: 'admins.approvalsWords',
  },
  {
    path: '/admins/:adminId/sessions',
    title: 'admins.sessions',
    icon: MonitorSmartphone,
    call: endpoints.admins.create,
    component: async () => (await import('../features/admins/sessions.tsx')).SessionsOfAdmin,
  },
  {
    path: '/signing-keys',
    title: 'signingKeys.title',
    icon: Signature,
    section: 'server',
    call: endpoints.signingKeys.list,
    component: async () => (await import('../features/signing-keys/signing-keys.tsx')).SigningKeys,
    words: 'signingKeys.words',
  },
  {
    path: '/keys',
    title: 'keys.title',
    icon: KeySquare,
    section: 'server',
    call: endpoints.keys.status,
    component: async () => (await import('../features/keys/keys.tsx')).Keys,
    words: 'keys.words',
  },
  {
    path: '/jobs',
    title: 'jobs.title',
    icon: ListChecks,
    section: 'server',
    call: endpoints.jobs.list,
    component: async () => (await import('../features/jobs/jobs.tsx')).Jobs,
    words: 'jobs.words',
  },
  {
    path: '/health',
    title: 'health.title',
    icon: HeartPulse,
    section: 'server',
    call: endpoints.health.show,
    component: async () => (await import('../features/health/health.tsx')).ServerHealth,
    words: 'health.words',
  },
]
