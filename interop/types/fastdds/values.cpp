// See values.hpp.
#include "values.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace {

// Bounded strings here fit what has the same bound there; the rest of the memory is zero.
template<size_t Size, typename Text>
void copy_text(char (& to)[Size], const Text& from)
{
    std::memset(to, 0, Size);
    std::strncpy(to, from.c_str(), Size - 1);
}

lab::Spot value_of(const rich_spot& from)
{
    lab::Spot to;
    to.x(from.x);
    to.y(from.y);
    to.label(from.label);
    return to;
}

rich_spot sample_of(const lab::Spot& from)
{
    rich_spot to{};
    to.x = from.x();
    to.y = from.y();
    copy_text(to.label, from.label());
    return to;
}

// The setter of a member sets the discriminator too; that of the default member needs to be told.
lab::Reading value_of(const rich_reading& from)
{
    lab::Reading to;
    switch (from.kind)
    {
        case RICH_KIND_NUMBER: to.number(from.number); break;
        case RICH_KIND_TEXT: to.text(from.text); break;
        case RICH_KIND_PLACE: to.at(value_of(from.at)); break;
        default:
            to.list(std::vector<int32_t>(from.list, from.list + from.length));
            to._d(lab::Kind::LIST);
    }
    return to;
}

rich_reading sample_of(const lab::Reading& from)
{
    rich_reading to{};
    to.kind = static_cast<int>(from._d());
    switch (from._d())
    {
        case lab::Kind::NUMBER: to.number = from.number(); break;
        case lab::Kind::TEXT: copy_text(to.text, from.text()); break;
        case lab::Kind::PLACE: to.at = sample_of(from.at()); break;
        default:
            to.length = rich_room(from.list().size(), RICH_LIST_MAX);
            std::copy_n(from.list().begin(), to.length, to.list);
    }
    return to;
}

void get_lists(const lab::Rich& value, rich_sample& sample)
{
    sample.history_length = rich_room(value.history().size(), RICH_HISTORY_MAX);
    for (int i = 0; i < sample.history_length; i++)
    {
        sample.history[i] = sample_of(value.history()[i]);
    }
    sample.grid_length = rich_room(value.grid().size(), RICH_LIST_MAX);
    for (int row = 0; row < sample.grid_length; row++)
    {
        const auto& from = value.grid()[row];
        sample.grid[row].length = rich_room(from.size(), RICH_LIST_MAX);
        std::copy_n(from.begin(), sample.grid[row].length, sample.grid[row].items);
    }
    sample.points_length = rich_room(value.points().size(), RICH_LIST_MAX);
    for (int i = 0; i < sample.points_length; i++)
    {
        sample.points[i] = sample_of(value.points()[i]);
    }
    sample.words_length = rich_room(value.words().size(), RICH_LIST_MAX);
    for (int i = 0; i < sample.words_length; i++)
    {
        copy_text(sample.words[i], value.words()[i]);
    }
}

} // namespace

lab::Rich value_of(const rich_sample& sample)
{
    lab::Rich value;
    value.id(sample.id);
    value.zone(sample.zone);
    value.mode(static_cast<lab::Kind>(sample.mode));
    value.title(sample.title);
    value.total(sample.total);
    value.mask(sample.mask);
    for (int row = 0; row < RICH_ROWS; row++)
    {
        std::copy_n(sample.matrix[row], RICH_COLUMNS, value.matrix()[row].begin());
    }
    value.current(value_of(sample.current));
    lab::Level step;
    if (sample.step.discriminator > 0)
    {
        step.small(sample.step.small);
    }
    else
    {
        step.large(sample.step.large);
    }
    value.step(step);
    for (int i = 0; i < sample.history_length; i++)
    {
        value.history().push_back(value_of(sample.history[i]));
    }
    for (int row = 0; row < sample.grid_length; row++)
    {
        const rich_row& from = sample.grid[row];
        value.grid().emplace_back(from.items, from.items + from.length);
    }
    for (int i = 0; i < sample.points_length; i++)
    {
        value.points().push_back(value_of(sample.points[i]));
    }
    for (int i = 0; i < sample.words_length; i++)
    {
        value.words().emplace_back(sample.words[i]);
    }
    value.last(sample.last);
    return value;
}

rich_sample sample_of(const lab::Rich& value)
{
    rich_sample sample{};
    sample.id = value.id();
    copy_text(sample.zone, value.zone());
    sample.mode = static_cast<int>(value.mode());
    copy_text(sample.title, value.title());
    sample.total = value.total();
    sample.mask = value.mask();
    for (int row = 0; row < RICH_ROWS; row++)
    {
        std::copy_n(value.matrix()[row].begin(), RICH_COLUMNS, sample.matrix[row]);
    }
    sample.current = sample_of(value.current());
    sample.step.discriminator = value.step()._d();
    if (value.step()._d() > 0)
    {
        sample.step.small = value.step().small();
    }
    else
    {
        sample.step.large = value.step().large();
    }
    get_lists(value, sample);
    sample.last = value.last();
    return sample;
}
