"""Shengji (升级, 拖拉机, 80分): a rules engine and a terminal game."""
