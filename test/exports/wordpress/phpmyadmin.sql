-- phpMyAdmin SQL Dump
-- version 5.2.1

SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;

CREATE TABLE `blog_usermeta` (
  `umeta_id` bigint(20) UNSIGNED NOT NULL,
  `user_id` bigint(20) UNSIGNED NOT NULL DEFAULT 0,
  `meta_key` varchar(255) DEFAULT NULL,
  `meta_value` longtext DEFAULT NULL
) ENGINE=InnoDB;

INSERT INTO `blog_usermeta` (`umeta_id`, `user_id`, `meta_key`, `meta_value`) VALUES
(1, 1, 'blog_capabilities', 'a:1:{s:13:\"administrator\";b:1;}'),
(2, 1, 'description', 'a; b\'s (c)');

INSERT INTO `blog_users` (`ID`, `user_login`, `user_pass`, `user_nicename`, `user_email`, `user_url`, `user_registered`, `user_activation_key`, `user_status`, `display_name`) VALUES
(1, 'ann', '$wp$2y$10$aaaaaaaaaaaaaaaaaaaaauMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2', 'ann', 'ann@example.com', '', '2024-01-15 10:30:00', '', 0, 'Ann Lee'),
(2, 'ben', '$P$BmadeUpmadeUpmadeUpmadeUpmade01', 'ben', 'ben@example.com', '', '2024-01-15 10:30:00', '', 0, 'Ben'),
(3, 'cleo', '$2y$10$cccccccccccccccccccccuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2', 'cleo', 'cleo@example.com', '', '2024-01-15 10:30:00', '', 0, 'Cleo O\'Neil'),
(4, 'dan', '0123456789abcdef0123456789abcdef', 'dan', 'dan@example.com', '', '2024-01-15 10:30:00', '', 0, 'Dan'),
(5, 'eve', '$2y$10$eeeeeeeeeeeeeeeeeeeeeuMadeUp0xYz4xYz4xYz4xYz4xYz4xYz2', 'eve', 'eve@example.com', '', '2024-01-15 10:30:00', '', 2, 'Eve');
COMMIT;
