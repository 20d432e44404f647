-- Rows as a MySQL client copies them one by one
INSERT INTO `users` SET `id`=1, `name`='Ann Lee', `email`='ann@example.com', `email_verified_at`='2024-01-02 03:04:05', `password`='$2y$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01232', `remember_token`=NULL, `google_id`=NULL;
INSERT INTO `users` SET `id`=2, `name`='Ben O\'Hara; (Ben)', `email`='ben@example.com', `email_verified_at`=NOW(), `password`=NULL, `remember_token`=NULL, `google_id`='109876543210123456789' ON DUPLICATE KEY UPDATE `email`='nobody@example.com';
INSERT INTO `users` (`id`, `email`) SELECT `id`, `email` FROM `old_users`;
