import { endpoints } from '@openauth/client'
import Braces from 'lucide-react/icons/braces'
import Building2 from 'lucide-react/icons/building-2'
import KeySquare from 'lucide-react/icons/key-square'
import LogIn from 'lucide-react/icons/log-in'
import type { Screen } from './screen.ts'

/** The screens of how users log in to an app, in the order of the navigation. */
export const loginScreens: readonly Screen[] = [
  {
    path: '/apps/:appId/login-methods',
    title: 'login-methods.title',
    icon: LogIn,
    section: 'app',
    call: endpoints.loginMethods.list,
    component: async () => (await import('../features/login-methods/list-methods.tsx')).ListMethods,
    words: 'login-methods.words',
  },
  {
    path: '/apps/:appId/login-methods/:method',
    title: 'login-methods.openedMethod',
    icon: LogIn,
    call: endpoints.loginMethods.list,
    component: async () => (await import('../features/login-methods/list-methods.tsx')).ListMethods,
  },
  {
    path: '/apps/:appId/single-sign-on',
    title: 'login-methods.oidc',
    icon: Building2,
    section: 'app',
    call: endpoints.oidcConnections.list,
    component: async () => (await import('../features/oidc-connections/connections-screen.tsx')).ConnectionsScreen,
    words: 'login-methods.oidcWords',
  },
  {
    path: '/apps/:appId/single-sign-on/:connectionId',
    title: 'login-methods.oidc',
    icon: Building2,
    call: endpoints.oidcConnections.list,
    component: async () => (await import('../features/oidc-connections/connections-screen.tsx')).ConnectionsScreen,
  },
  {
    path: '/apps/:appId/oidc-clients',
    title: 'login-methods.oidcClients',
    icon: KeySquare,
    section: 'app',
    call: endpoints.oidcClients.list,
    component: async () => (await import('../features/oidc-clients/clients-screen.tsx')).ClientsScreen,
    words: 'login-methods.oidcClientsWords',
  },
  {
    path: '/apps/:appId/oidc-clients/:clientId',
    title: 'login-methods.oidcClients',
    icon: KeySquare,
    call: endpoints.oidcClients.list,
    component: async () => (await import('../features/oidc-clients/clients-screen.tsx')).ClientsScreen,
  },
  {
    path: '/apps/:appId/oidc-resources',
    title: 'login-methods.oidcResources',
    icon: Braces,
    section: 'app',
    call: endpoints.oidcResources.list,
    component: async () => (await import('../features/oidc-resources/resources-screen.tsx')).ResourcesScreen,
    words: 'login-methods.oidcResourcesWords',
  },
  {
    path: '/apps/:appId/oidc-resources/:resourceId',
    title: 'login-methods.oidcResources',
    icon: Braces,
    call: endpoints.oidcResources.list,
    component: async () => (await import('../features/oidc-resources/resources-screen.tsx')).ResourcesScreen,
  },
]
