import { describe, expect, it } from 'vitest'
import { countsOf } from './counts.ts'
import { readMadeUp } from './support.ts'

/*
 * Every sample export, loaded alone or with the files it belongs to, as `inspect` counts it:
 * provider: files | records | login methods | hashes | users that are ready, blocked or excluded
 */
const samples = `
appwrite: users.json identities.json | users 5, joined 1 | emailPassword 3, thirdParty 1 | bcrypt 1, argon2 1, firebaseScrypt 1, none 1, md5 1 | ready 2, disabled 1, signer-key-not-confirmed 1, unsupported-hash 1
aspnet-identity: users.csv | users 4 | passwordless 1 | none 1, pbkdf2 3 | ready 1, disabled 1, unsupported-hash 2
aspnet-identity: logins.csv users.csv | users 4, joined 1, unmatched 1 | thirdParty 1 | none 1, pbkdf2 3 | ready 1, disabled 1, unsupported-hash 2  # IDs are written in small letters
aspnet-identity: sql-server.sql | users 4, joined 1, table dbo.AspNetRoles 1 | thirdParty 1 | none 1, pbkdf2 3 | ready 1, disabled 1, unsupported-hash 2  # a script in UTF-16
aspnet-identity: membership.sql | users 5, table dbo.aspnet_Users 5 | | clear-text 1, encrypted 1, sha 3 | disabled 2, unsupported-hash 3
auth0: import.json | users 11 | emailPassword 3, passwordless 1 | bcrypt 2, argon2 1, none 1, bcrypt-variant 1, hmac 1, ldap 1, md5 1, pbkdf2 1, scrypt 1, sha 1 | ready 4, unsupported-hash 7
auth0: hashes-bare.ndjson | unmatched 3 | | |
auth0: organizations.ndjson | users 3 | passwordless 1 | none 3 | ready 1, tenant-undecided 2
authjs: user.json | users 4 | passwordless 4 | none 4 | ready 2, unverified-email 2  # who never used a link is unverified
authjs: account.json user.json | users 4, joined 2, unmatched 1 | thirdParty 2, passwordless 3 | none 4 | ready 3, unverified-email 1
authjs: mongodb-users.ndjson mongodb-accounts.ndjson | users 4, joined 2 | thirdParty 2, passwordless 3 | none 4 | ready 3, unverified-email 1
authjs: with-accounts.json | users 2 | emailPassword 1, thirdParty 1 | bcrypt 1, none 1 | ready 2
authjs: prisma.sql | users 4, joined 2, unmatched 1, table public.Session 1 | thirdParty 2, passwordless 3 | none 4 | ready 3, unverified-email 1
better-auth: user.csv | users 5 | passwordless 5 | none 5 | ready 3, disabled 1, unverified-email 1
better-auth: user.csv account.csv | users 5, joined 4, unmatched 1 | emailPassword 2, thirdParty 1, passwordless 1 | bcrypt 2, none 2, scrypt 1 | ready 3, disabled 1, unsupported-hash 1  # some accounts are passwords
better-auth: inserts.sql | users 5, joined 4, unmatched 1, table public.verification 1 | emailPassword 2, thirdParty 1, passwordless 1 | bcrypt 2, none 2, scrypt 1 | ready 3, disabled 1, unsupported-hash 1
clerk: dashboard.csv | users 7 | emailPassword 3, passwordless 2 | bcrypt 1, argon2 1, firebaseScrypt 1, none 2, bcrypt_peppered 1, pbkdf2 1 | ready 3, signer-key-not-confirmed 1, unsupported-hash 2, unverified-email 1
clerk: support.json | users 2 | emailPassword 1, passwordless 1 | bcrypt 1, none 1 | ready 2
clerk: api.ndjson | users 4 | thirdParty 1, passwordless 2 | none 4 | ready 2, disabled 1, identity-without-id 1
cognito: list-users.json | users 8, unreadable 1 | thirdParty 3, passwordless 4 | none 8 | ready 4, disabled 1, provider-undecided 1, unmapped-status 1, unverified-email 1
cognito: list-users-pages.json | users 3 | passwordless 3 | none 3 | ready 2, unverified-email 1
cognito: admin-get-user.json | users 1 | thirdParty 1 | none 1 | ready 1
cognito: flattened.json | users 4 | thirdParty 1, passwordless 2 | none 4 | ready 3, provider-undecided 1
cognito: user-import.csv | users 2 | passwordless 2 | none 2 | ready 2
descope: users.json | users 4 | passwordless 2 | none 4 | ready 1, disabled 2, identity-without-id 1
directus: directus-users.csv | users 3 | emailPassword 1, thirdParty 1, passwordless 1 | argon2 1, none 2 | ready 2, disabled 1
discourse: dump.sql | users 2, joined 5, system account 1, row of an entry that is no user 1 | thirdParty 1 | none 1, pbkdf2 1 | ready 1, unsupported-hash 1
discourse: admin-users.json | users 2, system account 1, user who never signed up 1 | passwordless 2 | none 2 | ready 1, disabled 1
django: auth-user.csv | users 7 | emailPassword 3, passwordless 2 | bcrypt 1, argon2 2, none 2, bcrypt_sha256 1, pbkdf2 1 | ready 4, disabled 1, unsupported-hash 2
django: auth-user.csv social-auth.csv | users 7, joined 2, unmatched 1 | emailPassword 3, thirdParty 1 | bcrypt 1, argon2 2, none 2, bcrypt_sha256 1, pbkdf2 1 | ready 3, disabled 1, identity-without-id 1, unsupported-hash 2  # one login without the ID at Google
django: allauth-emails.csv auth-user.csv | users 7, joined 3 | emailPassword 3, passwordless 2 | bcrypt 1, argon2 2, none 2, bcrypt_sha256 1, pbkdf2 1 | ready 3, disabled 1, unsupported-hash 2, unverified-email 1  # one email never verified
django: dumpdata.json | users 5, joined 2, table contenttypes.contenttype 1, table auth.permission 1, table sessions.session 1 | emailPassword 2, thirdParty 1 | bcrypt 1, argon2 1, none 1, bcrypt_sha256 1, pbkdf2 1 | ready 3, unsupported-hash 2  # each model is a table
django: dumpdata-custom.json | users 2, joined 2, otp_static.staticdevice 1 | emailPassword 1, thirdParty 1 | bcrypt 1, none 1 | ready 1, disabled 1  # users of a model of the project’s own
django: pg-dump.sql | users 7, joined 2, table public.auth_group 1, table public.django_session 1 | emailPassword 3, thirdParty 2 | bcrypt 1, argon2 2, none 2, bcrypt_sha256 1, pbkdf2 1 | ready 4, disabled 1, unsupported-hash 2
django: zulip.sql | users 3, bot 1 | emailPassword 1, passwordless 1 | argon2 1, none 1, pbkdf2 1 | ready 2, disabled 1  # bots are no users
drupal: users-field-data.csv | users 3, account of visitors 1, translation of a user 1 | emailPassword 2 | bcrypt 2, phpass 1 | ready 1, disabled 1, unsupported-hash 1
drupal: mysqldump.sql | users 3, account of visitors 1, translation of a user 1 | emailPassword 2 | bcrypt 2, phpass 1 | ready 1, disabled 1, unsupported-hash 1
entra: users.json | users 4 | thirdParty 1, passwordless 3 | none 4 | ready 3, disabled 1
entra: azure-ad-graph.json | users 3 | thirdParty 1, passwordless 2 | none 3 | ready 2, disabled 1
entra: portal.csv | users 2 | passwordless 2 | none 2 | ready 1, disabled 1
entra: admin-center.csv | users 4 | passwordless 3 | none 4 | ready 2, disabled 1, excluded 1
freeradius: radcheck.csv | users 5, joined 3, attribute 1 | emailPassword 4 | bcrypt 4, ntlm 1 | ready 2, disabled 2, unsupported-hash 1
freeradius: daloradius.sql | users 3, joined 4, table radreply 1, table radusergroup 1 | emailPassword 1 | bcrypt 1, plaintext 1, sha 1 | ready 1, disabled 1, unsupported-hash 1
frontegg: users.json | users 6 | passwordless 4 | none 6 | ready 1, disabled 1, identity-without-id 2, unmapped-status 1, unverified-email 1
fusionauth: users.json | users 6 | emailPassword 3, passwordless 1 | bcrypt 3, none 1, md5 1, pbkdf2 1 | ready 3, disabled 1, unsupported-hash 2
fusionauth: kickstart.json | users 3 | passwordless 1 | none 1, clear-text 1, variable 1 | disabled 1, unsupported-hash 2  # the values of variables stand beside the requests
fusionauth: api-users.json links.json | users 2, joined 1, unmatched 1 | thirdParty 1, passwordless 1 | none 2 | ready 2
fusionauth: identities.csv links.json | users 2, joined 1, unmatched 1 | emailPassword 1, thirdParty 1 | bcrypt 1, pbkdf2 1 | ready 1, unsupported-hash 1
fusionauth: tables.sql | users 5, joined 7, public.identity_providers 1 | emailPassword 2, thirdParty 1, passwordless 1 | bcrypt 2, none 2, pbkdf2 1 | ready 4, disabled 1  # rows of both forms of its tables
ghost: export.json | users 2, table db.data.posts 1, table db.data.roles 1, table db.data.roles_users 1, table db.data.settings 1 | emailPassword 2 | bcrypt 2 | ready 1, disabled 1
ghost: members.csv | users 2 | passwordless 1 | none 2 | ready 1, excluded 1
gitea: user.csv | users 5, organization 1 | emailPassword 3, passwordless 1 | bcrypt 2, argon2 1, none 1, pbkdf2 1 | ready 3, disabled 1, unsupported-hash 1
gigya: accounts.json | users 7 | emailPassword 1, thirdParty 2, passwordless 1 | bcrypt 1, none 2, pbkdf2 4 | ready 2, disabled 2, unsupported-hash 2, unverified-email 1
google-workspace: users.csv | users 2 | passwordless 2 | none 2 | ready 1, disabled 1
google-workspace: directory.json | users 3 | passwordless 2 | none 3 | ready 1, disabled 1, excluded 1
janrain: entities.json | users 6 | emailPassword 2, thirdParty 2, passwordless 1 | bcrypt 2, none 3, pbkdf2 1 | ready 2, disabled 1, provider-undecided 1, unsupported-hash 1, unverified-email 1
joomla: users.csv | users 2 | emailPassword 1 | bcrypt 1, md5 1 | ready 1, disabled 1
keycloak: realms.json | users 4, unreadable 1, roles.realm 3, table clients 3 | | argon2 3, none 1 | tenant-undecided 4  # each realm is a tenant
keycloak: import.json | users 2 | passwordless 1 | none 1, clear-text 1 | ready 1, unsupported-hash 1
keycloak: data-only.sql | users 2, joined 2, table public.realm 1 | emailPassword 1, thirdParty 1 | argon2 1, none 1 | ready 2
keycloak: realm.json | users 7, roles.realm 1, table groups 1, service account 1, table clients 1, table clientScopes 1 | emailPassword 2, thirdParty 1, passwordless 1 | argon2 2, none 3, clear-text 1, pbkdf2 1 | ready 2, disabled 1, provider-undecided 1, unsupported-hash 2, unverified-email 1
keycloak: acme-users-0.json acme-users-1.json | users 3 | emailPassword 2 | argon2 2, pbkdf2 1 | ready 2, unsupported-hash 1
keycloak: old-realm.json | users 1 | | pbkdf2 1 | unsupported-hash 1
keycloak: admin-api.json | users 1 | passwordless 1 | none 1 | ready 1
keycloak: old-tables.sql | users 2, joined 2 | | pbkdf2 2 | disabled 1, unsupported-hash 1
keycloak: user-entity.csv credential.csv federated-identity.csv | users 2, joined 3, service account 1 | emailPassword 1, thirdParty 1 | argon2 1, none 1 | ready 2
kratos: identities.json | users 8 | emailPassword 4, thirdParty 1, passwordless 2 | bcrypt 2, argon2 1, firebaseScrypt 1, none 3, pbkdf2 1 | ready 5, disabled 1, signer-key-not-confirmed 1, unsupported-hash 1
kratos: batch-import.json | users 3 | emailPassword 1 | bcrypt 1, none 1, clear-text 1 | disabled 1, third-party-without-email 1, unsupported-hash 1
kratos: to-create.json | users 1 | | variable 1 | unsupported-hash 1
kratos: pg-dump.sql | users 5, joined 9, table public.identity_credential_types 3, identifier of a credential 2 | emailPassword 3, thirdParty 1, passwordless 1 | bcrypt 2, argon2 1, none 2 | ready 4, disabled 1
kratos: identities-without-credentials.json | users 2 | thirdParty 1, passwordless 1 | none 2 | ready 2
laravel: users.csv | users 6 | emailPassword 3, thirdParty 1, passwordless 1 | bcrypt 3, argon2 1, none 2 | ready 4, unverified-email 1, excluded 1
laravel: social-accounts.json users.csv | users 6, joined 1, unmatched 1 | emailPassword 3, thirdParty 2 | bcrypt 3, argon2 1, none 2 | ready 5, excluded 1
laravel: mysqldump.sql | users 6, joined 1, unmatched 1, table jobs 1 | emailPassword 3, thirdParty 2 | bcrypt 3, argon2 1, none 2 | ready 5, excluded 1
laravel: inserts-set.sql | users 2, unreadable 1 | emailPassword 1, thirdParty 1 | bcrypt 1, none 1 | ready 2  # INSERT ... SET, and rows from a query
ldap: ldapsearch.ldif | users 8, unreadable 2, organization 1, organizationalUnit 1, groupOfNames 1 | emailPassword 4, passwordless 3 | bcrypt 3, argon2 1, none 3, sha 1 | ready 6, disabled 1, unsupported-hash 1  # groups and units are no users
ldap: csvde.csv | users 2, group 1 | passwordless 2 | none 2 | ready 1, disabled 1
logto: users.json | users 2 | thirdParty 1 | none 2 | ready 1, disabled 1
logto: users.csv user-sso-identities.csv | users 4, joined 1 | emailPassword 2, thirdParty 1 | bcrypt 1, argon2 1, md5 1, other 1 | ready 1, disabled 1, unsupported-hash 2
meteor: users.ndjson | users 3 | thirdParty 2 | none 1, bcrypt_sha256 2 | ready 1, disabled 1, unsupported-hash 1
meteor: rocketchat.ndjson | users 3, bot or app 2 | passwordless 2 | none 2, bcrypt_sha256 1 | ready 1, disabled 1, unsupported-hash 1
meteor: mongoexport.csv | users 2 | thirdParty 1 | none 1, bcrypt_sha256 1 | ready 1, unsupported-hash 1
moodle: mdl-user.csv | users 4, account of visitors 1 | emailPassword 1, passwordless 1 | bcrypt 1, none 1, crypt 2 | ready 2, disabled 1, excluded 1
nextcloud: oc-users.csv | users 2 | emailPassword 1 | bcrypt 1, argon2 1 | ready 1, hash-without-contact 1
nextcloud: occ-users.json | users 2 | passwordless 2 | none 2 | ready 1, disabled 1
nextcloud: oc-users.csv oc-preferences.csv | users 2, joined 2, setting of an app 3 | emailPassword 2 | bcrypt 1, argon2 1 | ready 1, disabled 1
okta: flattened.csv | users 2 | passwordless 1 | none 2 | ready 1, disabled 1
okta: users.json | users 8 | passwordless 6 | none 8 | ready 2, disabled 2, identity-without-id 2, unmapped-status 1, unverified-email 1
okta: password-health.csv | users 2, unreadable 1 | passwordless 2 | none 2 | ready 1, disabled 1
okta: users-with-hashes.json | users 3 | emailPassword 1 | bcrypt 1, pbkdf2 1, sha 1 | ready 1, unsupported-hash 2
other-products: mattermost.sql | users 5, table public.channels 1 | emailPassword 2, thirdParty 1 | bcrypt 3, none 1, pbkdf2 1 | ready 3, unsupported-hash 1, excluded 1
other-products: magento2.sql | users 5, table customer_address_entity 1, table admin_user 1 | passwordless 1 | none 1, argon2-variant 2, sha 2 | ready 1, disabled 2, unsupported-hash 2
other-products: mediawiki.sql | users 4 | passwordless 1 | none 1, mediawiki 3 | ready 1, unsupported-hash 3
other-products: matomo.sql | users 2, account of visitors 1 | | bcrypt-variant 2 | unsupported-hash 2
other-products: odoo.sql | users 4, table public.res_partner 5 | | none 1, pbkdf2 3 | disabled 1, hash-without-contact 1, provider-undecided 1, unsupported-hash 1
other-products: modx.sql | users 6, joined 6, table modx_member_groups 1 | emailPassword 4 | bcrypt 4, md5 1, pbkdf2 1 | ready 1, disabled 3, unsupported-hash 2
other-products: dolibarr.sql | users 3, table llx_societe 1 | emailPassword 2 | bcrypt 2, md5 1 | ready 1, disabled 1, unsupported-hash 1
other-products: casdoor.sql | users 6, table organization 1 | emailPassword 2, thirdParty 1 | bcrypt 2, argon2 1, none 1, plaintext 1, sha 1 | ready 2, disabled 1, unsupported-hash 2, excluded 1
other-products: yii2.csv | users 3 | emailPassword 3 | bcrypt 3 | ready 1, disabled 2
other-products: fosuser.sql | users 3 | emailPassword 2 | bcrypt 2, sha 1 | ready 1, disabled 2
other-products: sails.json | users 3 | emailPassword 3 | bcrypt 3 | ready 3
other-products: authentik.sql | users 3, joined 1, service account 1 | emailPassword 1 | argon2 1, pbkdf2 2 | ready 1, disabled 1, unsupported-hash 1
other-products: slack.csv | users 3, bot 1 | passwordless 3 | none 3 | ready 2, disabled 1
other-products: slack-users.json | users 4, bot 2 | passwordless 3 | none 4 | ready 1, disabled 1, no-login 1, unmapped-status 1  # who never accepted an invitation is asked about
other-products: onelogin.csv | users 4 | passwordless 4 | none 4 | ready 2, disabled 2
other-products: nhost.json | users 3 | emailPassword 1, thirdParty 1, passwordless 1 | bcrypt 1, none 2 | ready 2, disabled 1
other-products: nhost.json nhost-providers.csv | users 3, joined 1 | emailPassword 1, thirdParty 2, passwordless 1 | bcrypt 1, none 2 | ready 2, disabled 1
other-products: smf.sql | users 4, table smf_ban_items 1 | | bcrypt-variant 4 | disabled 1, unsupported-hash 3
other-products: vbulletin4.sql | users 4 | | md5 4 | disabled 2, unsupported-hash 2
other-products: mybb.sql | users 4 | | md5 4 | disabled 2, unsupported-hash 2
other-products: typo3.sql | users 5, service account 1 | emailPassword 3 | bcrypt 4, phpass 1 | ready 1, disabled 2, unsupported-hash 1, excluded 1
other-products: vbulletin5.sql | users 3 | thirdParty 1 | bcrypt-variant 2, md5 1 | unsupported-hash 3
other-products: woltlab.sql | users 4 | emailPassword 1, thirdParty 1 | bcrypt 1, none 1, bcrypt-variant 2 | ready 2, disabled 2
other-products: ilias.sql | users 3, account of visitors 1 | emailPassword 1 | bcrypt 1, bcrypt_peppered 2 | disabled 2, unsupported-hash 1
other-products: opencart.sql | users 3 | | sha 3 | disabled 2, unsupported-hash 1
other-products: liferay.sql | users 6, account of visitors 1 | thirdParty 1 | pbkdf2 6 | disabled 2, unsupported-hash 4
other-products: shopware5.sql | users 5, guest without an account 1 | emailPassword 4 | bcrypt 4, md5 1 | ready 2, disabled 2, unsupported-hash 1
other-products: shopware6.sql | users 5, guest without an account 1 | emailPassword 4 | bcrypt 4, md5 1 | ready 2, disabled 2, unsupported-hash 1
other-products: shopify.csv | users 4 | passwordless 4 | none 4 | ready 4
parse: users.json | users 2 | emailPassword 2, thirdParty 1 | bcrypt 2 | ready 2
parse: mongodb.ndjson | users 2 | emailPassword 2, thirdParty 1 | bcrypt 2 | ready 2
parse: without-ids.json | users 3 | emailPassword 1 | bcrypt 1, none 2 | ready 1, identity-without-id 1, no-login 1
passport: tutorial.ndjson | users 3 | emailPassword 2, thirdParty 2 | bcrypt 2, none 1 | ready 3
passport: users.json | users 6 | emailPassword 2, thirdParty 1, passwordless 1 | bcrypt 2, none 3, scrypt 1 | ready 3, disabled 1, identity-without-id 1, unsupported-hash 1
passport: users.json federated-credentials.csv | users 6, joined 2, unmatched 1 | emailPassword 2, thirdParty 3 | bcrypt 2, none 3, scrypt 1 | ready 4, disabled 1, unsupported-hash 1  # the table has the IDs that were missing
passport: sqlite.sql | users 6, joined 1 | emailPassword 2, thirdParty 2 | bcrypt 2, none 3, scrypt 1 | ready 3, disabled 1, identity-without-id 1, unsupported-hash 1
playfab: players.json | users 6 | thirdParty 2, passwordless 2 | none 6 | ready 3, disabled 1, no-login 1, provider-undecided 1
phpbb: phpbb-users.csv | users 4, account of visitors or a search engine 2 | emailPassword 1 | bcrypt 1, phpass 3 | ready 1, disabled 1, unsupported-hash 2
pocketbase: users.csv external-auths.csv | users 2, joined 1 | emailPassword 2, thirdParty 1 | bcrypt 2 | ready 2
prestashop: customer.csv | users 2, guest without an account 1 | emailPassword 1 | bcrypt 1, md5 1 | ready 1, disabled 1
rails: devise-users.csv | users 5 | emailPassword 3, thirdParty 1, passwordless 1 | bcrypt 3, none 2 | ready 4, disabled 1
rails: identities.csv devise-users.csv | users 5, joined 1, unmatched 1 | emailPassword 3, thirdParty 2 | bcrypt 3, none 2 | ready 4, disabled 1
rails: inserts.sql | users 5, joined 1, table public.schema_migrations 1, table public.ar_internal_metadata 1 | emailPassword 3, thirdParty 2 | bcrypt 3, none 2 | ready 4, disabled 1
rails: has-secure-password.json | users 2 | emailPassword 2 | bcrypt 2 | ready 2
rails: gitlab.sql | users 7, joined 2, table public.emails 1, bot or service account 1 | emailPassword 6, thirdParty 1 | bcrypt 6, pbkdf2 1 | ready 2, disabled 4, unsupported-hash 1  # blocked, banned and waiting users are not active
rails: mastodon.sql | users 4, joined 3, accounts of other servers 1 | emailPassword 4, thirdParty 1 | bcrypt 4 | ready 1, disabled 3  # disabled, waiting and suspended users are not active
rails: redmine.sql | users 4, joined 5, account of visitors 1, group 1 | passwordless 1 | none 1, sha 3 | ready 1, disabled 2, unsupported-hash 1  # emails have a table of their own
scim: wso2.json | users 3 | passwordless 3 | none 3 | ready 1, disabled 2  # emails are listed as texts, an extension locks
scim: users.json | users 4, Group 1 | passwordless 3 | none 3, clear-text 1 | ready 2, disabled 1, unsupported-hash 1
strapi: entities.ndjson | users 3, administrator of Strapi 1, other entity of Strapi 1 | emailPassword 2 | bcrypt 2, none 1 | ready 1, disabled 1, identity-without-id 1
strapi: up-users.csv | users 3 | emailPassword 2 | bcrypt 2, none 1 | ready 1, disabled 1, identity-without-id 1
stytch: members.json | users 2 | thirdParty 1 | none 2 | ready 1, excluded 1
stytch: users.json password-hashes.csv | users 5, joined 2, unmatched 1 | thirdParty 1, passwordless 2 | none 3, scrypt 2 | ready 2, disabled 1, unsupported-hash 2
stytch: password-hashes.csv | unmatched 3 | | |   # hashes alone find no user
supabase: users.csv | users 12 | emailPassword 6, passwordless 2 | bcrypt 5, argon2 1, firebaseScrypt 1, none 5 | ready 5, disabled 1, identity-without-id 3, no-login 1, signer-key-not-confirmed 1, excluded 1  # the IDs at third parties are in another table
supabase: users.csv identities.csv | users 12, joined 4, unmatched 1 | emailPassword 6, thirdParty 2, passwordless 2 | bcrypt 5, argon2 1, firebaseScrypt 1, none 5 | ready 7, disabled 1, identity-without-id 1, no-login 1, signer-key-not-confirmed 1, excluded 1
supabase: identities.csv users.csv | users 12, joined 4, unmatched 1 | emailPassword 6, thirdParty 2, passwordless 2 | bcrypt 5, argon2 1, firebaseScrypt 1, none 5 | ready 7, disabled 1, identity-without-id 1, no-login 1, signer-key-not-confirmed 1, excluded 1
supabase: dump-copy.sql | users 12, joined 4, unmatched 1, table public.notes 1 | emailPassword 6, thirdParty 2, passwordless 2 | bcrypt 5, argon2 1, firebaseScrypt 1, none 5 | ready 7, disabled 1, identity-without-id 1, no-login 1, signer-key-not-confirmed 1, excluded 1
supabase: users.json identities-old.json | users 4, joined 2 | emailPassword 2, thirdParty 2 | bcrypt 2, none 2 | ready 3, identity-without-id 1
supabase: dump-insert.sql | users 4, joined 4 | emailPassword 2, thirdParty 2 | bcrypt 2, none 2 | ready 3, identity-without-id 1
supabase: users-escaped.csv | users 3 | emailPassword 2 | bcrypt 2, none 1 | ready 1, identity-without-id 2
supabase: pg-dump.sql | users 4, joined 2, unmatched 1, table auth.audit_log_entries 1, table auth.schema_migrations 1, table public.profiles 1 | emailPassword 1, thirdParty 1, passwordless 1 | bcrypt 2, none 2 | ready 3, excluded 1  # profiles are no users
supabase: admin-api.json | users 2 | thirdParty 1, passwordless 1 | none 2 | ready 2
supabase: identities.csv | unmatched 5 | | |
supertokens: core.sql | users 5, joined 1, public.all_auth_recipe_users 5, public.emailpassword_user_to_tenant 3, public.emailverification_verified_emails 2, table public.user_metadata 1, table public.user_roles 1, public.userid_mapping 1 | emailPassword 3, thirdParty 1, passwordless 1 | bcrypt 2, argon2 1, none 2 | ready 5
supertokens: bulk.json | users 2 | emailPassword 1, thirdParty 1, passwordless 1 | bcrypt 1, none 1 | ready 2
supertokens: users.json | users 3 | thirdParty 2, passwordless 1 | none 3 | ready 3
wordpress: import-and-export.csv | users 2 | emailPassword 1 | bcrypt 1, phpass 1 | ready 1, unsupported-hash 1
wordpress: wp-users.csv | users 5 | emailPassword 2 | bcrypt 2, md5 1, phpass 1, wordpress-bcrypt 1 | ready 1, disabled 1, unsupported-hash 3
wordpress: phpmyadmin.sql | users 5, joined 1, table blog_usermeta 1 | emailPassword 2 | bcrypt 2, md5 1, phpass 1, wordpress-bcrypt 1 | ready 1, disabled 1, unsupported-hash 3  # another prefix
wordpress: authors.xml | users 2, table item 2 | passwordless 2 | none 2 | ready 2
wordpress: wp-users.json | users 3 | emailPassword 1 | bcrypt 1, phpass 1, wordpress-bcrypt 1 | ready 1, unsupported-hash 2
workos: users.json | users 2 | passwordless 2 | none 2 | ready 1, unverified-email 1
workos: users.json memberships.json | users 2, joined 2, inactive or pending memberships 1 | passwordless 1 | none 2 | tenant-undecided 1, unverified-email 1
zitadel: import.json | users 4, joined 1, machine user 1 | | bcrypt 1, argon2 1, clear-text 1, pbkdf2 1 | tenant-undecided 4  # each organization is a tenant
zitadel: users.json | users 3, machine user 1 | passwordless 2 | none 3 | ready 1, disabled 1, excluded 1
`

describe('a whole export', () => {
  const lines = samples.trim().split('\n')

  it.each(lines.map((line) => line.replace(/ *#.*/, '')))('%s', async (line) => {
    const [, provider = '', files = '', counts] = /^([\w-]+): ([^|]+) \| (.*)$/.exec(line) ?? []
    const found = await countsOf(...files.split(' ').map((file) => `${provider}/${file}`))
    expect(found).toBe(`${provider} | ${counts}`)
  })

  it.each<[string, object]>([
    ['zitadel/import.json', { sourceId: 'z1', email: 'ann@example.com', emailVerified: true, hasPassword: true }],
    ['zitadel/users.json', { sourceId: 'z1', email: 'ann@example.com', phoneVerified: true, hasPassword: true }],
    ['keycloak/realms.json', { sourceId: 'k1', email: 'ann@example.com', emailVerified: true }],
    ['auth0/import.json', { email: 'ann@example.com', emailVerified: true, hash: { provider: 'auth0' } }],
    ['meteor/mongoexport.csv', { sourceId: 'a1', email: 'ann@example.com', hash: { declared: 'bcrypt-sha256' } }],
    [
      'appwrite/users.json',
      { sourceId: 'a1', email: 'ann@example.com', phone: '+4915112345678', hash: { declared: 'argon2' } },
    ],
    [
      'supertokens/users.json',
      {
        sourceId: 'u1',
        email: 'ann@example.com',
        emailVerified: true,
        hasPassword: true,
        hash: null,
        identities: [{ provider: 'google', userId: '103547991597142000004', emailVerified: true }],
      },
    ],
    ['parse/without-ids.json', { sourceId: 'p3', identities: [{ provider: 'google', userId: '' }] }],
    ['descope/users.json', { sourceId: 'U2a', hasPassword: true, hash: null, phoneIsLogin: true }],
    [
      'logto/users.json',
      {
        hasPassword: true,
        identities: [{ provider: 'google', userId: '103547991597142000004', email: 'ann@gmail.com' }],
      },
    ],
    ['entra/users.json', { sourceId: 'e1', email: 'ann@example.com', hasPassword: true, identities: [] }],
    ['entra/azure-ad-graph.json', { sourceId: 'a1', email: 'ann@example.com', hasPassword: true, identities: [] }],
    [
      'entra/admin-center.csv',
      { sourceId: '4f9a2c1e-0d3b-4a77-9c55-0a1b2c3d4e01', email: 'ann@example.com', hasPassword: null },
    ],
    [
      'ldap/csvde.csv',
      { sourceId: "X'0a1b2c3d4e5f60718293a4b5c6d7e8f0'", email: 'ann@acme.example', hasPassword: null },
    ],
    ['entra/portal.csv', { sourceId: 'e1', email: 'ann@example.com', hasPassword: null }],
    [
      'gigya/accounts.json',
      {
        sourceId: '_guid_made-up-1=',
        email: 'ann@example.com',
        emailVerified: true,
        phone: '+4915112345678',
        identities: [{ provider: 'googleplus', userId: '103547991597142000004', email: 'ann@gmail.com' }],
      },
    ],
    [
      'janrain/entities.json',
      {
        sourceId: '5f0c7a1e-0000-4000-8000-000000000001',
        email: 'ann@example.com',
        emailVerified: true,
        phoneVerified: true,
        hash: { declared: 'bcrypt' },
        identities: [{ provider: 'google.com', userId: '103547991597142000004' }],
      },
    ],
    [
      'playfab/players.json',
      {
        sourceId: 'A1000000000000E1',
        email: 'ann@example.com',
        emailVerified: true,
        hasPassword: true,
        identities: [{ provider: 'AndroidDevice', userId: 'a1b2c3d4e5f60718' }],
      },
    ],
    ['workos/users.json', { sourceId: 'user_01E4ZCR3C56J083X43JQXF3JK5', emailVerified: true, hasPassword: null }],
    ['scim/users.json', { sourceId: 's1', email: 'ann@example.com', phone: '+4915112345678' }],
    ['discourse/admin-users.json', { sourceId: '1', email: 'ann@example.com', emailVerified: true }],
    ['ghost/export.json', { sourceId: '1', email: 'ann@example.com', standing: 'active' }],
    [
      'stytch/members.json',
      {
        sourceId: 'member-test-1',
        tenants: ['organization-test-1'],
        emailVerified: true,
        identities: [{ provider: 'Google', userId: '103547991597142000004' }],
      },
    ],
    ['google-workspace/directory.json', { sourceId: '110', email: 'ann@example.com', phone: '+4915112345678' }],
    ['strapi/up-users.csv', { sourceId: '1', email: 'ann@example.com', emailVerified: true }],
    ['directus/directus-users.csv', { sourceId: 'f1', email: 'ann@example.com', identities: [] }],
    ['nextcloud/oc-users.csv', { sourceId: 'ann@example.com', email: 'ann@example.com' }],
    ['phpbb/phpbb-users.csv', { sourceId: '2', email: 'ann@example.com', standing: 'active' }],
    ['gitea/user.csv', { sourceId: '1', email: 'ann@example.com', hasPassword: true }],
    ['freeradius/radcheck.csv', { sourceId: 'ann@acme.example', email: 'ann@acme.example', hash: { declared: '' } }],
    ['joomla/users.csv', { sourceId: '1', email: 'ann@example.com' }],
    ['prestashop/customer.csv', { sourceId: '1', email: 'ann@example.com' }],
    ['google-workspace/users.csv', { sourceId: null, email: 'ann@example.com', hash: null, hasPassword: null }],
    [
      'meteor/users.ndjson',
      { sourceId: 'a1', email: 'ann@example.com', emailVerified: true, hash: { declared: 'bcrypt-sha256' } },
    ],
    [
      'parse/users.json',
      { sourceId: 'p1', email: 'ann@example.com', identities: [{ provider: 'facebook', userId: '1001' }] },
    ],
    ['parse/mongodb.ndjson', { sourceId: 'p1', identities: [{ provider: 'google', userId: '103547991597142000004' }] }],
    [
      'supertokens/bulk.json',
      {
        sourceId: 'e1',
        email: 'ann@example.com',
        hash: { declared: 'bcrypt' },
        identities: [{ provider: 'google', userId: '103547991597142000004', email: 'ann@gmail.com' }],
      },
    ],
    [
      'passport/tutorial.ndjson',
      {
        sourceId: '65a5f1e2c3d4e5f6a7b8c9d0',
        email: 'ann@example.com',
        identities: [{ provider: 'google', userId: '103547991597142000004', email: 'ann@gmail.com' }],
      },
    ],
  ])('%s gives its first user these values', async (file, user) => {
    const { entries } = await readMadeUp(file)
    expect(entries.find(({ kind }) => kind === 'user')).toMatchObject({ user })
  })
})

describe('a user of a product whose columns say more than their names', () => {
  it('of MediaWiki and Sails has the email verified that was confirmed, and of Magento not while it waits', async () => {
    const verified = async (file: string) =>
      (await readMadeUp(`other-products/${file}`)).entries.flatMap((entry) =>
        entry.kind === 'user' ? [entry.user.emailVerified] : [],
      )
    expect(await verified('sails.json')).toEqual([true, false, false])
    expect(await verified('magento-export.csv')).toEqual([null, false, null])
  })

  it('of Shopify has an id and a phone number without the apostrophe that keeps them text', async () => {
    const { entries } = await readMadeUp('other-products/shopify.csv')
    const [first] = entries
    expect(first).toMatchObject({ kind: 'user', user: { sourceId: '7200123456', phone: '+12025550100' } })
  })
})
