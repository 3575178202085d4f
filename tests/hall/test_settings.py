"""Settings: what wins over what, and how a wrong one is refused."""

from pathlib import Path

import pytest

from shengji.cli.errors import sentence
from shengji.engine.errors import ShengjiError
from shengji.hall.settings import TYPES, Settings, SettingsError, load_settings
from shengji.words import LANGUAGES, words


def written(folder: Path, text: str) -> Path:
    """A TOML file."""
    file = folder / "shengji.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refused(
    flags: dict[str, object], environment: dict[str, str] | None = None, file: Path | None = None
) -> str:
    """The English sentence with which settings are refused."""
    with pytest.raises(SettingsError) as caught:
        load_settings(flags, environment or {}, file)
    return sentence(caught.value, words("en"))


def test_without_anything_said_the_hall_listens_everywhere_at_its_port() -> None:
    settings = load_settings({}, {})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.local) == ("", 8765, False)


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, 'port = 1\npace = 0.5\nlocal = true\nlog_level = "error"\n')
    environment = {"SHENGJI_PORT": "2", "SHENGJI_PACE": "2", "HOME": "/"}
    settings = load_settings({"port": 3, "host": None}, environment, file)
    assert (settings.port, settings.pace) == (3, 2.0)
    assert (settings.local, settings.log_level) == (True, "error")


def test_the_environment_may_name_the_file_and_a_flag_names_another(tmp_path: Path) -> None:
    named = written(tmp_path, "port = 1")
    other = tmp_path / "other.toml"
    other.write_text("port = 2", encoding="utf-8")
    environment = {"SHENGJI_CONFIG": str(named)}
    assert load_settings({}, environment).port == 1
    assert load_settings({}, environment, other).port == 2


def test_the_environment_says_yes_and_no_in_words_and_numbers() -> None:
    for text, value in (("1", True), ("true", True), ("0", False), ("false", False)):
        assert load_settings({}, {"SHENGJI_LOCAL": text}).local is value


def test_variables_of_the_build_and_of_the_door_are_no_settings() -> None:
    environment = {"SHENGJI_SKIP_WEB": "1", "SHENGJI_LANG": "zh", "SHENGJI_CONFIG": ""}
    assert load_settings({}, environment) == Settings()


def test_a_name_that_does_not_exist_is_refused_by_name(tmp_path: Path) -> None:
    assert "“SHENGJI_PROT”" in refused({}, {"SHENGJI_PROT": "1"})
    assert "SHENGJI_PORT" in refused({}, {"SHENGJI_PROT": "1"})
    text = refused({}, file=written(tmp_path, "prot = 1"))
    assert "“prot”" in text
    assert "shengji.toml" in text
    assert "port" in text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", 65536),
        ("port", -1),
        ("data", ""),
        ("public_url", "cards.example.org"),
        ("public_url", "https://cards.example.org/table"),
        ("public_url", "https://me@cards.example.org"),
        ("bot_workers", 65),
        ("pace", -0.5),
        ("max_rooms", 0),
        ("log_level", "loud"),
        ("local", "perhaps"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_can(name: str, value: object) -> None:
    flag = "--" + name.replace("_", "-")
    wanted = words("en").say(f"error.wanted.setting.{name}")
    assert refused({name: value}) == f"{flag} cannot be “{value}”. It takes {wanted}."
    variable = f"SHENGJI_{name.upper()}"
    assert refused({}, {variable: str(value)}).startswith(f"{variable} cannot be “{value}”.")


def test_a_file_must_have_values_of_the_right_kind_and_be_toml(tmp_path: Path) -> None:
    assert "port cannot be “80”" in refused({}, file=written(tmp_path, 'port = "80"'))
    assert "not TOML" in refused({}, file=written(tmp_path, "port ="))
    with pytest.raises(FileNotFoundError):
        load_settings({}, {}, tmp_path / "nowhere.toml")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_setting_has_words_for_what_it_takes(lang: str) -> None:
    say = words(lang)
    for name in TYPES:
        error = ShengjiError("setting_value", setting=name, given="x", wanted=f"setting.{name}")
        assert name in sentence(error, say)
    prefix = "error.wanted.setting."
    assert {key.removeprefix(prefix) for key in say.texts if key.startswith(prefix)} == set(TYPES)


def test_the_data_folder_is_the_users_unless_another_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().folder == tmp_path / "shengji"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME")
    assert Settings().folder == tmp_path / ".local" / "share" / "shengji"
    assert Settings(data="~/cards").folder == tmp_path / "cards"


def test_a_public_url_tells_the_origin_and_whether_it_is_safe() -> None:
    settings = Settings(public_url="https://Cards.example.org/")
    assert (settings.public_origin, settings.https) == ("https://cards.example.org", True)
    assert not Settings(public_url="http://cards.example.org").https
    assert not Settings().https


def test_bots_get_every_core_but_one_and_at_least_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, workers in ((8, 7), (2, 1), (1, 1), (None, 1)):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert Settings().workers == workers
    assert Settings(bot_workers=3).workers == 3
